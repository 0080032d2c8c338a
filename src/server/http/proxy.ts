import { BlockList, isIP } from "node:net";

/**
 * Whose word about a request's origin is believed: nobody's, that of so many proxies in front of
 * this server, or that of proxies at these addresses (single ones or networks).
 */
export type ProxyTrust = false | number | readonly string[];

const mostHops = 9;

const isNetwork = (text: string): boolean => {
  const [address = "", length] = text.split("/");
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0) return false;
  // A length of 0 would believe everybody.
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= bits);
};

/**
 * Reads `LEVEE_TRUST_PROXY`: `off`, a number of proxies, or their addresses and networks, by
 * commas. `on` is one proxy. Null for anything else.
 */
export const readProxyTrust = (text: string): ProxyTrust | null => {
  if (text === "off" || text === "0") return false;
  if (text === "on") return 1;
  if (/^\d+$/.test(text)) return Number(text) <= mostHops ? Number(text) : null;
  const networks = text.split(",").map((each) => each.trim());
  return networks.every(isNetwork) ? networks : null;
};

type Trusts = (address: string | undefined, hop: number) => boolean;

const listed = (networks: readonly string[]): Trusts => {
  const known = new BlockList();
  for (const network of networks) {
    const [address = "", length] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (length === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(length), family);
  }
  return (address = "") => {
    const family = isIP(address);
    return family !== 0 && known.check(address, family === 4 ? "ipv4" : "ipv6");
  };
};

/**
 * Whether the sender `hop` steps from this server is one of our proxies; 0 is who holds the
 * connection, 1 the rightmost address of X-Forwarded-For. The first who is not is the visitor: what
 * stands further left may be anybody's invention.
 */
export const proxiesOf = (trust: ProxyTrust): Trusts =>
  trust === false
    ? () => false
    : typeof trust === "number"
      ? (_address, hop) => hop < trust
      : listed(trust);

/** The last of several values of a header: what the nearest proxy wrote. */
export const nearest = (header: string | string[] | undefined): string | undefined =>
  [header].flat().at(-1)?.split(",").at(-1)?.trim();

/**
 * What limits by address count: an IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber has all of that.
 */
export const addressForLimits = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("%")[0]!.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":").length : 0;
  const whole =
    tail === undefined
      ? groups
      : [
          ...groups,
          ...Array(8)
            .fill("0")
            .slice(groups.length + after),
        ];
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
};
