import { type Fetch, operatorFetch } from "./outgoing/operator.ts";
import type { OutgoingLimits } from "./outgoing/outgoing.ts";

/** The path of the socket that a key store's address names (`unix:/run/…`); null for `http://…`. */
export const socketOf = (address: string): string | null =>
  address.startsWith("unix:") ? address.slice("unix:".length) : null;

/** Calls a path of the key store at an address, by its port or its socket. */
export const keyStoreLine = (limits: Partial<OutgoingLimits>) => {
  const byPort = operatorFetch("key store", limits);
  const bySocket = new Map<string, Fetch>();
  return (address: string, path: string, init?: Parameters<Fetch>[1]): Promise<Response> => {
    const socket = socketOf(address);
    if (socket === null) return byPort(`${address}${path}`, init);
    const line = bySocket.get(socket) ?? operatorFetch("key store", limits, socket);
    bySocket.set(socket, line);
    return line(`http://key-store${path}`, init);
  };
};
