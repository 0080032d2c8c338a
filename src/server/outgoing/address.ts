import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { OutgoingRefusal } from "./refusal.ts";

/** A host that the operator allows at one port, whatever it resolves to; `clear`: by http. */
export type AllowedHost = { host: string; port: number; clear: boolean };

const portOf = (url: URL): number => Number(url.port) || (url.protocol === "http:" ? 80 : 443);
const hostOf = (url: URL): string => url.hostname.replace(/\.$/, "");

/**
 * Reads `LEVEE_OUTGOING_ALLOW`: hosts by commas, `files.county.gov`, `10.0.0.7:8443` (https) or
 * `http://intranet:8080` (in the clear). Null for anything else.
 */
export const readAllowedHosts = (text: string): readonly AllowedHost[] | null => {
  const hosts: AllowedHost[] = [];
  for (const each of text.split(",").map((part) => part.trim())) {
    if (each === "") continue;
    const whole = /^https?:\/\//i.test(each) ? each : `https://${each}`;
    if (!URL.canParse(whole)) return null;
    const url = new URL(whole);
    if (url.pathname !== "/" || url.search || url.hash || url.username || url.password) return null;
    hosts.push({ host: hostOf(url), port: portOf(url), clear: url.protocol === "http:" });
  }
  return hosts;
};

// Names that are answered from this machine or its network, whoever is asked.
const local = /\.(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa|onion)$/;

/**
 * Whether an address may be called as it stands, before its name is resolved. `free` is one that
 * the operator answers for: what it resolves to is not judged. Throws the refusal.
 */
export const checkAddress = (
  typed: string | URL,
  allowed: readonly AllowedHost[],
  trusted = false,
): { url: URL; free: boolean } => {
  const text = String(typed);
  if (text.length > 2000 || !URL.canParse(text)) throw new OutgoingRefusal("address");
  const url = new URL(text);
  const clear = url.protocol === "http:";
  if (!clear && url.protocol !== "https:") throw new OutgoingRefusal("scheme");
  if (url.username || url.password) throw new OutgoingRefusal("userInfo");
  const [host, port] = [hostOf(url), portOf(url)];
  const known = allowed.some((a) => a.host === host && a.port === port && a.clear === clear);
  if (trusted || known) return { url, free: true };
  if (clear) throw new OutgoingRefusal("scheme");
  // The parser has turned decimal, octal and hexadecimal spellings into four numbers.
  if (isIP(host) || host.startsWith("[")) throw new OutgoingRefusal("literal");
  if (!host.includes(".") || local.test(host)) throw new OutgoingRefusal("name");
  if (port !== 443) throw new OutgoingRefusal("port");
  return { url, free: false };
};

// What the internet's registry gives out to hosts; everything else has another purpose.
const global6 = ipaddr.IPv6.parseCIDR("2000::/3");
// Addresses that ipaddr.js counts as ordinary, and that lead elsewhere: NAT64 of a site, the former
// 6bone, documentation, the IPv4 relays' and AMT's networks.
const special = [
  "64:ff9b:1::/48",
  "3ffe::/16",
  "3fff::/20",
  "5f00::/16",
  "2001::/23",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.175.48.0/24",
].map((network) => ipaddr.parseCIDR(network));

/**
 * Whether an address of a name's answer is a host of the public internet: not loopback, private,
 * link-local, carrier, multicast, reserved, unspecified, nor one that is translated into another
 * (mapped, NAT64, 6to4, Teredo); and none of this machine's own, given in `own`.
 */
export const isPublicAddress = (address: string, own: ReadonlySet<string> = new Set()): boolean => {
  if (!ipaddr.isValid(address) || own.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  if (parsed.kind() === "ipv6" && !parsed.match(global6)) return false;
  return !special.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
  );
};
