// Styles that a script imports as text.
declare module '*.css' {
  const text: string;
  export default text;
}
