import type { Server } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";
import type { Config } from "../config.ts";
import { addressForLimits, proxiesOf, type ProxyTrust } from "./proxy.ts";

/** Who connects and sends no request is let go after this time. Milliseconds. */
const silenceMs = 10_000;
/** A body may stand still for three times as long; a whole request takes five minutes at most. */
const wholeRequestMs = 300_000;

/** How long a connection may keep silent, for the server's constructor. */
export const patienceOf = (silence: number = silenceMs) => ({
  requestTimeout: wholeRequestMs,
  http: {
    headersTimeout: silence,
    requestTimeout: wholeRequestMs,
    connectionsCheckingInterval: Math.min(1_000, silence / 4),
  },
});

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");
const own = new BlockList();
for (const [net, bits] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  own.addSubnet(net, bits, "ipv4");
own.addSubnet("fc00::", 7, "ipv6");

const isIn = (list: BlockList, address: string) =>
  list.check(address, isIPv6(address) ? "ipv6" : "ipv4");

type Limits = Pick<
  Config,
  "LEVEE_CONNECTIONS_PER_ADDRESS" | "LEVEE_CONNECTIONS_PER_PROXY" | "LEVEE_TRUST_PROXY"
>;

/** Whether everybody may come through this address: this machine, or a proxy that is believed. */
const isDoor = (trust: ProxyTrust, address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  if (isIn(loopback, plain)) return true;
  // A number of proxies names none of them: those of the agency's own network.
  return typeof trust === "number" ? isIn(own, plain) : proxiesOf(trust)(plain, 0);
};

/**
 * How many connections an address may hold: more for this machine, and for a trusted proxy, since
 * everybody comes through it.
 */
export const mostConnections = (limits: Limits, address: string): number =>
  isDoor(limits.LEVEE_TRUST_PROXY, address)
    ? limits.LEVEE_CONNECTIONS_PER_PROXY
    : limits.LEVEE_CONNECTIONS_PER_ADDRESS;

/**
 * Bounds the connections of each address. One too many takes the place of the oldest that has asked
 * for nothing yet; where all have, it is refused. So whoever opens many and sends nothing keeps
 * nobody out, and health is told all the time. A body that stands still ends its connection.
 */
export const boundConnections = (
  server: Server,
  limits: Limits,
  silence: number = silenceMs,
): void => {
  const open = new Map<string, Set<Socket>>();
  const asked = new WeakSet<Socket>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress;
    if (!address) return; // over a local socket, or gone already
    const key = addressForLimits(address);
    const theirs = open.get(key) ?? new Set();
    open.set(key, theirs);
    if (theirs.size >= mostConnections(limits, address)) {
      const silent = [...theirs].find((each) => !asked.has(each));
      if (!silent) return void socket.destroy();
      theirs.delete(silent);
      silent.destroy();
    }
    theirs.add(socket);
    socket.once("close", () => {
      theirs.delete(socket);
      if (theirs.size === 0 && open.get(key) === theirs) open.delete(key);
    });
  });
  server.on("request", (request) => {
    const { socket } = request;
    asked.add(socket);
    if (request.complete) return;
    socket.setTimeout(3 * silence);
    for (const event of ["end", "close"]) request.once(event, () => socket.setTimeout(0));
  });
};
