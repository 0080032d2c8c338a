import Fastify from "fastify";
import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { addressForLimits, nearest, proxiesOf, readProxyTrust } from "./proxy.ts";

const read = (value: string) => readConfig({ LEVEE_TRUST_PROXY: value }).LEVEE_TRUST_PROXY;

test("the setting takes a number of proxies or their addresses, and nothing else", () => {
  expect(readConfig({}).LEVEE_TRUST_PROXY).toBe(false);
  expect([read("off"), read("on"), read("2")]).toEqual([false, 1, 2]);
  expect(read("10.0.0.7, 10.1.0.0/16,2001:db8::/32")).toEqual([
    "10.0.0.7",
    "10.1.0.0/16",
    "2001:db8::/32",
  ]);
  for (const wrong of ["10", "yes", "10.0.0", "0.0.0.0/0", "::/0", "10.0.0.0/33", "10.0.0.1,,"])
    expect(() => read(wrong), wrong).toThrow(/LEVEE_TRUST_PROXY: .*number of proxies/);
});

test("the visitor is counted from the right; nothing is believed without the setting or from a stranger", async () => {
  const seen = async (setting: string, remoteAddress: string, forwarded: string) => {
    const server = Fastify({ trustProxy: proxiesOf(read(setting)) });
    server.get("/", async (request) => request.ip);
    const answer = await server.inject({
      url: "/",
      remoteAddress,
      headers: { "x-forwarded-for": forwarded },
    });
    return answer.body;
  };
  const forged = "6.6.6.6, 198.51.100.7, 10.0.0.9";
  expect(await seen("off", "203.0.113.5", forged)).toBe("203.0.113.5");
  expect(await seen("1", "10.0.0.8", "6.6.6.6, 198.51.100.7")).toBe("198.51.100.7");
  expect(await seen("2", "10.0.0.8", forged)).toBe("198.51.100.7");
  expect(await seen("10.0.0.0/24", "10.0.0.8", forged)).toBe("198.51.100.7");
  expect(await seen("10.0.0.0/24", "::ffff:10.0.0.8", forged)).toBe("198.51.100.7");
  expect(await seen("10.0.0.0/24", "203.0.113.5", forged)).toBe("203.0.113.5");
  expect(await seen("2001:db8::/32", "2001:db8::1", "6.6.6.6, 198.51.100.7")).toBe("198.51.100.7");
  expect(nearest("https, http")).toBe("http");
  expect(proxiesOf(readProxyTrust("10.0.0.8")!)("nonsense", 0)).toBe(false);
});

test("a subscriber's IPv6 network counts as one address", () => {
  expect(addressForLimits("198.51.100.7")).toBe("198.51.100.7");
  expect(addressForLimits("::ffff:198.51.100.7")).toBe("198.51.100.7");
  for (const one of ["2001:db8:1:2::1", "2001:0db8:1:2:ffff::9", "2001:db8:1:2:3:4:5:6"])
    expect(addressForLimits(one), one).toBe("2001:db8:1:2::/64");
  expect(addressForLimits("::1")).toBe("0:0:0:0::/64");
});
