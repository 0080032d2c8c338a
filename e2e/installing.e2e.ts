// From an empty Debian machine to the first sign-in and a requisition, as docs/guide/installing.md goes; what is
// missing or wrong is said in the journal; removed, only data is left.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agencyDay } from "#server/testing/days.ts";
import { freePort } from "./data.ts";
import { openPost } from "./instance.ts";
import { canStandIn, Machine } from "./machine.ts";
import { caller } from "./restoring.ts";

const here = canStandIn();
const settings = "etc/levee/levee.env";
const password = "Correct-horse-9";
const email = "ana@willow.test";
/** Of `systemd-analyze security`, where 10 is open to everything. */
const mostExposed = 3;

let machine: Machine;
let post: Awaited<ReturnType<typeof openPost>>;
let port: number;
let before: string[];
let made: string;

/** Makes the Debian package of this checkout, with the screens of production. */
const makePackage = (): string => {
  made = mkdtempSync(join(tmpdir(), "levee-made-"));
  const { status, stderr } = spawnSync(process.execPath, ["bin/package.mjs", made], {
    encoding: "utf8",
    env: { ...process.env, LEVEE_DEV: "", NODE_ENV: "" },
  });
  if (status !== 0) throw new Error(stderr);
  return join(
    made,
    readdirSync(made).find((name) => name.endsWith(".deb"))!,
  );
};

beforeAll(async () => {
  if (!here) return;
  const deb = makePackage();
  machine = await Machine.open();
  machine.bring(deb, "root/levee.deb");
  before = machine.files();
  post = await openPost();
  port = await freePort();
}, 900_000);
afterAll(async () => {
  await machine?.close();
  await post?.close();
  if (made) rmSync(made, { recursive: true, force: true });
});

const instance = () => `levee@${port}.service`;
/** What an instance says that does not start. */
const refusal = (): string => {
  const earlier = machine.journal(instance()).length;
  expect(machine.run("systemctl", "start", instance()).code).not.toBe(0);
  return machine.journal(instance()).slice(earlier);
};

test.skipIf(!here)("it is installed, and says what it needs before it is started", () => {
  const said = machine.must(
    ...(["apt-get", "install", "-y", "--no-install-recommends", "/root/levee.deb"] as const),
  );
  expect(said).toContain(
    "Levee is installed and not started: it needs its database, its address and a mail server first.",
  );
  expect(machine.run("systemctl", "is-active", instance(), "levee-keys").said).toBe(
    "inactive\ninactive\n",
  );
  expect(
    machine.must("stat", "-c", "%U:%G %a", "/etc/levee/levee.env", "/etc/levee/keys.env"),
  ).toBe("root:levee 640\nroot:levee 640\n");
});

test.skipIf(!here)(
  "a missing database, a closed socket, files of another owner and a taken port are each one sentence",
  async () => {
    expect(refusal()).toContain(
      "No PostgreSQL comes with this installation. Set DATABASE_URL to one of version 15 or newer, such as postgres://levee@db.county.gov/levee.",
    );
    machine.must("runuser", "-u", "postgres", "--", "createuser", "--createrole", "levee");
    machine.must(
      ...(["runuser", "-u", "postgres", "--", "psql", "-c", "alter role levee bypassrls"] as const),
    );
    machine.must("runuser", "-u", "postgres", "--", "createdb", "--owner=levee", "levee");
    machine.add(
      settings,
      [
        "DATABASE_URL=postgres://levee@localhost/levee?host=/run/postgresql",
        `LEVEE_ORIGIN=http://localhost:${port}`,
        `LEVEE_SMTP_URL=${post.url}`,
        "",
      ].join("\n"),
    );
    machine.must("gpasswd", "--delete", "levee", "levee-keys");
    expect(refusal()).toContain(
      "The key store's socket /run/levee-keys/socket may not be used by this user. Make it a member of the socket's group (usermod -aG levee-keys levee) and start the server again.",
    );
    machine.must("usermod", "-aG", "levee-keys", "levee");
    machine.must("chown", "-R", "root:root", "/var/lib/levee/keys");
    expect(refusal()).toMatch(
      /\/var\/lib\/levee\/keys\S* is not the user levee's to write\. Give the data folder to it \(chown -R levee \/var\/lib\/levee\), or set LEVEE_DATA_DIR to another one\./,
    );
    machine.must("chown", "-R", "levee", "/var/lib/levee");
    const taken = createServer().listen(port, "127.0.0.1");
    await once(taken, "listening");
    expect(refusal()).toContain(`port ${port} is taken. Set PORT to another one.`);
    taken.close();
    await once(taken, "close");
  },
  600_000,
);

test.skipIf(!here)("it comes up under its units' sandbox, as users without rights", () => {
  machine.must("systemctl", "enable", "--now", "levee-keys", instance());
  expect(machine.must("systemctl", "is-active", "levee-keys", instance())).toBe("active\nactive\n");
  for (const [unit, user] of [
    [instance(), "levee"],
    ["levee-keys.service", "levee-keys"],
  ] as const) {
    const pid = machine.must("systemctl", "show", "-P", "MainPID", unit).trim();
    const status = machine.must("cat", `/proc/${pid}/status`);
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    expect(machine.must("stat", "-c", "%U", `/proc/${pid}`).trim()).toBe(user);
    const said = machine.must("systemd-analyze", "security", "--no-pager", unit);
    const score = Number(/exposure level for \S+: ([\d.]+)/.exec(said)![1]);
    console.log(`${unit}: exposure ${score}`);
    expect(score).toBeLessThan(mostExposed);
  }
});

/** Somebody signs up, comes in by the letter, founds an agency and turns the two-step sign-in on. */
const firstSignIn = async (url: string): Promise<string> => {
  const open = caller(url, "");
  await open("POST /auth/v1/sign-up", { email, password, data: { display_name: "Ana" } });
  const letter = await post.until(email, 1);
  const [, link] = /token_hash=([\w-]+)/.exec(letter.text)!;
  const { access_token: token } = await open<{ access_token: string }>("POST /auth/v1/verify", {
    type: "signup",
    token_hash: link,
  });
  const ana = caller(url, token);
  await ana("POST /api/v1/organizations", {
    name: "Willow County",
    timeZone: "America/Chicago",
    fiscalYearStartMonth: 1,
  });
  await ana("POST /auth/v1/proof", { kind: "password", present_password: password });
  const { secret } = await ana<{ secret: string }>("POST /auth/v1/factors", {});
  const key = new TextDecoder().decode(base32.decode(secret.replace(/\s/g, "")));
  await ana("POST /auth/v1/factors/verify", { code: await createOTP(key).totp() });
  return token;
};

type Made = { id: string };
/** One line of a budget, and one requisition that is charged to it. */
const firstRequisition = async (call: ReturnType<typeof caller>): Promise<Made> => {
  const year = Number(agencyDay(0).slice(0, 4));
  const { id: fiscalYearId } = await call<Made>("POST /api/v1/fiscal-years", {
    year,
    startsOn: `${year}-01-01`,
    endsOn: `${year}-12-31`,
  });
  const segment = (kind: string, code: string, name: string) =>
    call<Made>("POST /api/v1/segments", { kind, code, name });
  const fund = await segment("fund", "101", "General Fund");
  const account = await segment("account", "5340", "Road materials");
  const department = await call<Made>("POST /api/v1/departments", {
    code: "PW",
    name: "Public Works",
  });
  const charged = await call<Made>("POST /api/v1/account-strings", {
    fundId: fund.id,
    departmentId: department.id,
    accountId: account.id,
  });
  await call("POST /api/v1/budget-lines", {
    fiscalYearId,
    accountStringId: charged.id,
    original: 50_000_00,
  });
  return call<Made>("POST /api/v1/requisitions", {
    title: "Gravel for Mill Road",
    departmentId: department.id,
    neededOn: agencyDay(1),
    lines: [
      {
        description: "Gravel, class 5",
        quantity: "20",
        unit: "t",
        unitPrice: "24.50",
        splits: [{ accountStringId: charged.id }],
      },
    ],
  });
};

test.skipIf(!here)(
  "the first sign-in, one requisition, the screens, a second instance and a backup",
  async () => {
    const url = `http://localhost:${port}`;
    const token = await firstSignIn(url);
    const { id } = await firstRequisition(caller(url, token));
    const page = await fetch(`${url}/auth`);
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("text/html"),
    ]);
    const second = await freePort();
    machine.must("systemctl", "start", `levee@${second}`);
    const asked = await caller(
      `http://localhost:${second}`,
      token,
    )<{ title: string }>(`GET /api/v1/requisitions/${id}`);
    expect(asked.title).toBe("Gravel for Mill Road");
    machine.must("install", "-d", "-o", "levee", "/srv/levee/backups");
    expect(machine.must("levee", "backup", "/srv/levee/backups")).toMatch(
      /^Backup \/srv\/levee\/backups\/levee-\S+: \d+ rows, /m,
    );
    machine.must("rm", "-r", "/srv/levee");
  },
  300_000,
);

test.skipIf(!here)("removed, nothing is left of it but what it kept", () => {
  const said = machine.must("apt-get", "purge", "-y", "levee");
  expect(said).toContain("What Levee kept stays where it is, with the users that own it:");
  expect(
    machine.run("systemctl", "list-units", "--all", "--plain", "--no-legend", "levee*").said,
  ).toBe("");
  const was = new Set(before);
  const left = machine.files().filter((path) => !was.has(path));
  const kept = /^\.\/var\/lib\/levee(-keys)?(\/|$)/;
  expect(left.filter((path) => !kept.test(path))).toEqual([]);
  expect(left).toContain("./var/lib/levee/keys/identity.key");
  expect(left).toContain("./var/lib/levee-keys/parts");
});
