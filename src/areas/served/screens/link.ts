/** Sends something by the link of a client: to where, and what besides the link itself. */
export type Post = <T>(to: string, body?: object) => Promise<T>;
