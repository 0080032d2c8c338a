// What operators copy: units, settings, proxies and containers name settings that the server knows, agree with
// each other and with `npm start`, and are closed as far as the product can live with.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mostListBytes } from "#areas/vendors/screening/exclusion-list.service.ts";
import { readConfig, settingNames } from "#server/config.ts";

const read = (file: string) => readFileSync(file, "utf8");
const at = (name: string) => join("packaging", name);
const everything = globSync("packaging/**/*", { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const work = mkdtempSync(join(tmpdir(), "levee-packaging-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Settings that are read where they are needed, before or beside config.ts. */
const readElsewhere = [
  "src/keystore/main.ts",
  "src/server/keystore-process.ts",
  "src/server/keys.ts",
  "src/server/auth/secrets.ts",
  "bin/start.mjs",
].flatMap((file) => read(file).match(/\bLEVEE_[A-Z_]+/g) ?? []);
const known = new Set([...settingNames, ...readElsewhere]);

/** The settings that a file gives, `NAME=value` or `NAME: value`, those behind a # too. */
const givenBy = (file: string): Record<string, string> =>
  Object.fromEntries(
    [...read(file).matchAll(/^[#\s]*(?:Environment=)?([A-Z][A-Z_]+)(?:=|: )"?([^"\n\\]+?)"?$/gm)]
      .map(([, name, value]) => [name!, value!] as const)
      .filter(([name]) => /^(LEVEE_|DATABASE_URL$|PORT$|HOST$)/.test(name)),
  );

test("every setting that is named is one that the server knows", () => {
  const strange = everything.flatMap((file) =>
    (read(file).match(/\bLEVEE_[A-Z_]+/g) ?? [])
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(strange).toEqual([]);
});

test("the values that stand as examples are taken by the server", () => {
  const env = givenBy(at("levee.env"));
  expect(Object.keys(env)).toEqual(
    expect.arrayContaining(["DATABASE_URL", "LEVEE_ORIGIN", "LEVEE_TRUST_PROXY", "LEVEE_SMTP_URL"]),
  );
  expect(readConfig(env)).toMatchObject({
    demo: false,
    origin: "https://levee.county.gov",
    LEVEE_TRUST_PROXY: ["127.0.0.1", "::1"],
  });
  const container = givenBy(at("container/compose.yaml"));
  const secrets = givenBy(at("container/secrets.env.example"));
  expect(readConfig({ ...secrets, ...container })).toMatchObject({
    demo: false,
    LEVEE_TRUST_PROXY: 1,
    bucket: { bucket: "levee", endpoint: "http://storage:9000" },
  });
});

/** The command that starts the server, without the path of Node: `--flag … bin/supervise.mjs`. */
const flagsOf = (command: string): string =>
  /(--max-semi-space-size[^[\]]*bin\/supervise\.mjs)/.exec(command.replace(/[",]/g, ""))![1]!;

test("an installed server starts as `npm start` does, a contained one too", () => {
  const { start } = (JSON.parse(read("package.json")) as { scripts: { start: string } }).scripts;
  expect(flagsOf(read(at("systemd/levee@.service")))).toBe(flagsOf(start));
  expect(flagsOf(read(at("container/Containerfile")))).toBe(flagsOf(start));
  for (const file of ["systemd/levee@.service", "container/Containerfile"])
    expect(read(at(file))).toContain("MALLOC_ARENA_MAX=2");
});

const valueIn = (unit: string, name: string): string =>
  new RegExp(`^${name}=(.*)$`, "m").exec(read(at(`systemd/${unit}`)))![1]!;

test("server and key store are two users that meet at one socket", () => {
  expect(valueIn("levee@.service", "User")).toBe("levee");
  expect(valueIn("levee-keys.service", "User")).toBe("levee-keys");
  expect(givenBy(at("systemd/levee@.service"))["LEVEE_KEYSTORE_URL"]).toBe(
    "unix:/run/levee-keys/socket",
  );
  expect(givenBy(at("systemd/levee-keys.service"))["LEVEE_KEYSTORE_SOCKET"]).toBe(
    "%t/levee-keys/socket",
  );
  expect(valueIn("levee-keys.service", "RuntimeDirectory")).toBe("levee-keys");
  expect(valueIn("levee-keys.service", "RuntimeDirectoryMode")).toBe("0750");
  expect(read(at("debian/postinst"))).toContain("adduser --quiet levee levee-keys");
});

test.each(["levee@.service", "levee-keys.service"])("%s is closed", (unit) => {
  const closed = {
    NoNewPrivileges: "yes",
    ProtectSystem: "strict",
    CapabilityBoundingSet: "",
    AmbientCapabilities: "",
    UMask: "0077",
    SystemCallFilter: "@system-service",
  };
  for (const [name, value] of Object.entries(closed)) expect(valueIn(unit, name)).toBe(value);
  for (const name of ["MemoryMax", "TasksMax", "StateDirectory"])
    expect(valueIn(unit, name)).not.toBe("");
});

test("the browser that makes papers may give its capabilities away: it ends where it may not", () => {
  const filters = [...read(at("systemd/levee@.service")).matchAll(/^SystemCallFilter=(.*)$/gm)];
  expect(filters.map(([, calls]) => calls)).toEqual(["@system-service", "~@privileged", "capset"]);
});

test.skipIf(!existsSync("/usr/bin/systemd-analyze")).each(["levee@.service", "levee-keys.service"])(
  "%s is exposed below 3 of 10",
  (unit) => {
    const one = join(work, unit.replace("@", "@3000"));
    copyFileSync(at(`systemd/${unit}`), one);
    const { stdout, stderr } = spawnSync(
      "systemd-analyze",
      ["security", "--offline=true", "--no-pager", one],
      { encoding: "utf8" },
    );
    expect(stderr).not.toMatch(/unknown|ignoring/i);
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)![1])).toBeLessThan(3);
  },
);

test("proxies pass on what the server needs: the name, the visitor, streams, files, and time", () => {
  const nginx = read(at("proxy/nginx.conf"));
  for (const line of [
    "proxy_set_header Host $host;",
    "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
    "proxy_set_header X-Forwarded-Proto $scheme;",
    "proxy_buffering off;",
    "proxy_request_buffering off;",
    "proxy_http_version 1.1;",
  ])
    expect(nginx).toContain(line);
  const megabytes = mostListBytes / 1024 / 1024;
  expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)![1])).toBeGreaterThan(megabytes);
  expect(Number(/proxy_read_timeout (\d+)s;/.exec(nginx)![1])).toBeGreaterThanOrEqual(60);
  const drainsIn: Record<string, string> = {
    "proxy/Caddyfile": "systemd/levee@.service",
    "container/Caddyfile": "container/compose.yaml",
  };
  for (const file of Object.keys(drainsIn)) {
    const caddy = read(at(file));
    expect(Number(/max_size (\d+)MB/.exec(caddy)![1])).toBeGreaterThan(megabytes);
    expect(caddy).toContain("flush_interval -1");
    expect(caddy).toContain("health_uri /readyz");
    const looks = Number(/health_interval (\d+)s/.exec(caddy)![1]);
    expect(Number(givenBy(at(drainsIn[file]!))["LEVEE_DRAIN_SECONDS"])).toBeGreaterThan(2 * looks);
    // Fastify closes a connection that rests for 72 seconds.
    expect(Number(/keepalive (\d+)s/.exec(caddy)![1])).toBeLessThan(72);
  }
  expect(nginx.match(/server 127\.0\.0\.1:(\d+)/g)).toHaveLength(2);
});

test.skipIf(!existsSync("/usr/bin/caddy")).each(["proxy/Caddyfile", "container/Caddyfile"])(
  "Caddy takes %s",
  (file) => {
    const args = ["validate", "--adapter", "caddyfile", "--config", at(file)];
    const done = spawnSync("caddy", args, {
      encoding: "utf8",
      env: { HOME: work, PATH: "/usr/bin" },
    });
    expect(done.stderr + done.stdout).toContain("Valid configuration");
  },
);

test.skipIf(!existsSync("/usr/sbin/nginx") || !existsSync("/usr/bin/openssl"))(
  "nginx takes its example",
  () => {
    const pair = [join(work, "privkey.pem"), join(work, "fullchain.pem")] as const;
    spawnSync("openssl", [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=levee.county.gov"],
      ...["-keyout", pair[0], "-out", pair[1]],
    ]);
    const site = read(at("proxy/nginx.conf")).replaceAll("/etc/ssl/levee", work);
    writeFileSync(
      join(work, "nginx.conf"),
      `pid ${work}/pid; error_log stderr; events {} http { access_log off; ${site} }`,
    );
    const done = spawnSync("/usr/sbin/nginx", ["-t", "-c", join(work, "nginx.conf")], {
      encoding: "utf8",
    });
    expect(done.stderr).toContain("test is successful");
  },
);

test("the image is made in two steps, runs as nobody of importance, and says how it is", () => {
  const text = read(at("container/Containerfile"));
  expect(text.match(/^FROM /gm)).toHaveLength(2);
  expect(text).toMatch(/^USER levee$/m);
  expect(text).toMatch(/^HEALTHCHECK /m);
  expect(text).toContain("/readyz");
});

test("the compose file has two instances, one key store without a network, a database, a storage and a proxy", () => {
  const text = read(at("container/compose.yaml"));
  const services = [
    .../^services:\n([\s\S]*?)^volumes:/m.exec(text)![1]!.matchAll(/^ {2}([a-z-]+):$/gm),
  ];
  expect(services.map(([, name]) => name)).toEqual([
    ...["proxy", "one", "two", "key-store", "database", "storage", "bucket"],
  ]);
  expect(text).toContain("network_mode: none");
  expect(text).toContain("cap_drop: [ALL]");
  expect(text).toContain("read_only: true");
  expect(text).not.toMatch(/image: \S+:latest/);
  expect(read(at("container/Caddyfile"))).toContain("reverse_proxy one:3000 two:3000");
});

test.each(["debian/postinst", "debian/prerm", "debian/postrm", "levee"])(
  "%s is a shell script",
  (file) => {
    expect(spawnSync("sh", ["-n", at(file)], { encoding: "utf8" })).toMatchObject({
      status: 0,
      stderr: "",
    });
  },
);

test("the operator's command knows every command that a package brings", async () => {
  const { commands, verifiers } = (await import(
    new URL("./package-contents.mjs", import.meta.url).href
  )) as { commands: string[]; verifiers: string[] };
  const listed = /^commands="(.*)"$/m.exec(read(at("levee")))![1]!.split(" ");
  expect(listed.toSorted()).toEqual(
    // A rehearsal runs where the archive lies, or out of the next version's folder.
    [
      ...commands.filter((name) => !/^(start|supervise|rehearse-.*)$/.test(name)),
      ...verifiers,
    ].toSorted(),
  );
});
