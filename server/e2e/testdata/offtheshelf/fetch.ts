// The part of openapi-fetch that calls.ts uses, so that the test needs no package: calls whose
// arguments and answers have the types of the document.

type Method = 'get' | 'post' | 'delete';
type Values<T> = T[keyof T];
type Contents<R, Status> = Values<{ [S in keyof R & Status]: R[S] extends { content: infer C } ? Values<C> : undefined }>;
type Responses<O> = O extends { responses: infer R } ? R : never;
type Params<O> = O extends { parameters: infer P } ? ({} extends P ? { params?: P } : { params: P }) : {};
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? { body: B } : {};
type Init<O> = Params<O> & Body<O> & { parseAs?: 'text' };

/** The answer of a call: data if it succeeds, a problem otherwise. */
type Answer<O> = { data?: Contents<Responses<O>, 200 | 202>; error?: Contents<Responses<O>, 400 | 404> };
type Calls<Paths, M extends Method> = <P extends keyof Paths, O = Paths[P] extends { [K in M]: infer O } ? O : never>(
  path: P, ...init: {} extends Init<O> ? [Init<O>?] : [Init<O>]) => Promise<Answer<O>>;

/** Returns the calls of a document. */
export default function createClient<Paths>({ baseUrl }: { baseUrl: string }): { GET: Calls<Paths, 'get'>; POST: Calls<Paths, 'post'>; DELETE: Calls<Paths, 'delete'> } {
  const calls = (method: string) => async (path: string, init: any = {}) => {
    const { path: parts = {}, query = {}, header = {} } = init.params ?? {};
    const target = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(parts[name]));
    const body = init.body && { body: JSON.stringify(init.body) };
    const headers = { ...header, ...(body && { 'Content-Type': 'application/json' }) };
    const response = await fetch(`${baseUrl}${target}?${new URLSearchParams(query)}`, { method, headers, ...body });
    if (response.status === 204) return {};
    const data = await (init.parseAs === 'text' ? response.text() : response.json());
    return response.ok ? { data } : { error: data };
  };
  return { GET: calls('GET'), POST: calls('POST'), DELETE: calls('DELETE') } as any;
}
