import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openStandIn, type StandIn } from "../testing/stand-in.ts";
import { isPublicAddress, readAllowedHosts } from "./address.ts";
import { openOutgoing, type Outgoing, type Question } from "./outgoing.ts";
import { lookupBy, type Resolved } from "./resolve.ts";

// The service inside that an attacker wants to reach: nothing but the operator's word leads there.
let inside: StandIn;
let outgoing: Outgoing;
let answers: Record<string, readonly string[][]> = {};
let looks: string[] = [];
const resolve = async (name: string): Promise<Resolved[]> => {
  const all = answers[name] ?? [];
  const now = all[Math.min(looks.filter((l) => l === name).length, all.length - 1)] ?? [];
  looks.push(name);
  return now.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
};
beforeAll(async () => {
  inside = await openStandIn((path) =>
    path.startsWith("/to?")
      ? { status: 302, headers: { location: decodeURIComponent(path.slice(4)) } }
      : { body: "inside" },
  );
  outgoing = openOutgoing({ resolve });
});
beforeEach(() => {
  answers = {};
  looks = [];
});
afterAll(async () => {
  await outgoing.close();
  await inside.close();
});
const refused = (address: string, by = outgoing, question: Question = {}) =>
  by.call(address, question).then(
    (answer) => `answered ${answer.status}`,
    (error: { rule?: string }) => error.rule ?? String(error),
  );

test("an address by numbers, in any spelling, or of another kind is refused and never called", async () => {
  const { port } = inside;
  const wanted: [string, string][] = [
    ...[
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0177.0.0.1",
      "0x7f.0.0.1",
      "0x7f000001",
      "127.0.0.1.",
      "%31%32%37.0.0.1",
      "１２７.0.0.1",
      "0",
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
      "169.254.169.254",
      "8.8.8.8",
    ].map((host): [string, string] => [`https://${host}:${port}/`, "literal"]),
    [`http://127.0.0.1:${port}/`, "scheme"],
    [`http://data.example.gov/`, "scheme"],
    [`file:///etc/passwd`, "scheme"],
    [`ftp://data.example.gov/`, "scheme"],
    [`data:text/plain,x`, "scheme"],
    [`https://localhost:${port}/`, "name"],
    [`https://a.localhost:${port}/`, "name"],
    [`https://db.internal/`, "name"],
    [`https://printer/`, "name"],
    [`https://data.example.gov@127.0.0.1:${port}/`, "userInfo"],
    [`https://u:p@data.example.gov/`, "userInfo"],
    [`https://data.example.gov:${port}/`, "port"],
    [`https://data.example.gov:5432/`, "port"],
    [`https://data.example.gov:80/`, "port"],
    ["data.example.gov", "address"],
    [`https://${"a".repeat(3000)}.gov/`, "address"],
  ];
  for (const [address, rule] of wanted) expect(await refused(address), address).toBe(rule);
  expect(looks).toEqual([]);
  expect(inside.connections()).toBe(0);
});

test("a name is refused when any address of its answer is not of the public internet", async () => {
  const bad = [
    ["127.0.0.1"],
    ["93.184.215.14", "127.0.0.1"],
    ["10.0.0.1"],
    ["172.16.0.1"],
    ["192.168.1.1"],
    ["169.254.169.254"],
    ["100.64.0.1"],
    ["224.0.0.1"],
    ["240.0.0.1"],
    ["255.255.255.255"],
    ["0.0.0.0"],
    ["192.0.0.8"],
    ["192.88.99.1"],
    ["198.18.0.1"],
    ["203.0.113.5"],
    ["::1"],
    ["::"],
    ["::ffff:127.0.0.1"],
    ["::127.0.0.1"],
    ["::ffff:0:127.0.0.1"],
    ["64:ff9b::7f00:1"],
    ["64:ff9b:1::a00:1"],
    ["2002:7f00:1::"],
    ["2001:0:7f00:1::"],
    ["2001:db8::1"],
    ["fe80::1"],
    ["fec0::1"],
    ["fd00::1"],
    ["ff02::1"],
    ["100::1"],
    ["3fff::1"],
    ["5f00::1"],
    ["4000::1"],
    ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", "fd00::1"],
    ["no address"],
  ];
  answers = Object.fromEntries(bad.map((found, n) => [`n${n}.example.gov`, [found]]));
  for (const [n, found] of bad.entries())
    expect(await refused(`https://n${n}.example.gov/`), found.join(" ")).toBe("range");
  expect(inside.connections()).toBe(0);
  for (const good of ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])
    expect(isPublicAddress(good)).toBe(true);
  for (const each of Object.values(networkInterfaces()).flat())
    expect(isPublicAddress(each!.address)).toBe(false);
  expect(isPublicAddress("93.184.215.14", new Set(["93.184.215.14"]))).toBe(false);
});

test("a name that answers otherwise at a second look is asked once, and the socket gets what was looked at", async () => {
  const asked = (judged: boolean, name: string) =>
    new Promise((done) =>
      lookupBy(resolve, judged)(name, { all: true }, (error, found) => done(error ?? found)),
    );
  answers = { "turns.example.gov": [["93.184.215.14"], ["127.0.0.1"]] };
  // What the socket is given is all that it connects to: it has no second look of its own.
  expect(await asked(true, "turns.example.gov")).toEqual([{ address: "93.184.215.14", family: 4 }]);
  expect(await asked(true, "turns.example.gov")).toMatchObject({ rule: "range" });
  expect(looks).toHaveLength(2);

  looks = [];
  const host = `turns.test:${inside.port}`;
  answers = { "turns.test": [["127.0.0.1"], ["127.0.0.2"]] };
  const by = openOutgoing({ resolve, allow: readAllowedHosts(`http://${host}`)! });
  const before = inside.connections();
  expect(await refused(`http://${host}/`, by)).toBe("answered 200");
  expect(looks).toEqual(["turns.test"]);
  expect(inside.connections()).toBe(before + 1);
  await by.close();

  // The first look is inside, the second would be public: refused at the first.
  answers = { "back.example.gov": [["127.0.0.1"], ["93.184.215.14"]] };
  expect(await refused("https://back.example.gov/")).toBe("range");
});

test("a redirect is refused; where some are followed each address is judged anew, and says nothing of what is there", async () => {
  const host = `source.test:${inside.port}`;
  const by = openOutgoing({ resolve, allow: readAllowedHosts(`http://${host}`)! });
  answers = { "source.test": [["127.0.0.1"]], "evil.example.gov": [["127.0.0.1"]] };
  const to = (target: string) => `http://${host}/to?${encodeURIComponent(target)}`;
  expect(await refused(`http://${host}/`, by)).toBe("answered 200");
  expect(await refused(to(`http://${host}/`), by)).toBe("redirect");
  expect(await refused(to(`http://${host}/`), by, { redirects: 1 })).toBe("answered 200");
  const before = inside.asked.length;
  const cases: [string, string][] = [
    [`http://127.0.0.1:${inside.port}/secret`, "scheme"],
    [`https://127.0.0.1:${inside.port}/secret`, "literal"],
    [`https://evil.example.gov/secret`, "range"],
    [`file:///etc/passwd`, "scheme"],
    [to(to("https://[::1]/")), "redirect"],
  ];
  for (const [target, rule] of cases)
    expect(await refused(to(target), by, { redirects: 1 }), target).toBe(rule);
  // The operator's word is for its own host, not for where that sends on to.
  expect(
    await refused(to(`http://127.0.0.1:${inside.port}/secret`), by, {
      trusted: true,
      redirects: 2,
    }),
  ).toBe("scheme");
  expect(inside.asked.slice(before).filter(({ path }) => path === "/secret")).toEqual([]);
  const error = (await by.call("https://evil.example.gov/").catch((e: Error) => e)) as Error;
  expect(error.message).toBe(
    "The host is not on the public internet. Those who run the server can allow it.",
  );
  expect(JSON.stringify(error)).not.toContain("127.0.0.1");
  await by.close();
});

test("the operator allows a host at one port in one way, or answers for an address of the environment", async () => {
  const { port } = inside;
  expect(readAllowedHosts("files.county.gov, 10.0.0.7:8443,http://intranet:8080")).toEqual([
    { host: "files.county.gov", port: 443, clear: false },
    { host: "10.0.0.7", port: 8443, clear: false },
    { host: "intranet", port: 8080, clear: true },
  ]);
  for (const wrong of ["https://a.gov/path", "ftp://a.gov", "a b", "https://u@a.gov"])
    expect(readAllowedHosts(wrong), wrong).toBeNull();
  const by = openOutgoing({ allow: readAllowedHosts(`http://127.0.0.1:${port}`)! });
  expect(await refused(`http://127.0.0.1:${port}/`, by)).toBe("answered 200");
  expect(await refused(`http://0x7f.1:${port}/`, by)).toBe("answered 200");
  expect(await refused(`http://127.0.0.2:${port}/`, by)).toBe("scheme");
  expect(await refused(`http://127.0.0.1:${port + 1}/`, by)).toBe("scheme");
  expect(await refused(`https://127.0.0.1:${port}/`, by)).toBe("literal");
  expect(await refused(`http://127.0.0.1:${port}/`, outgoing, { trusted: true })).toBe(
    "answered 200",
  );
  await by.close();
});
