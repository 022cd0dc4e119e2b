// What offlineworker.js has as globals: what the service writes above it, and what service workers have.

declare const version: string;
declare const files: string[];
declare const unreachable: Record<string, string>;
declare const clients: { claim(): Promise<void> };
declare function skipWaiting(): Promise<void>;
