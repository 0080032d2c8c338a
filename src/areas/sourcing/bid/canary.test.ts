import fs, { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { areaServers } from "#areas.server.ts";
import { newId } from "#kernel/ids.ts";
import { base64, unbase64, utf8 } from "#kernel/sealing/bytes.ts";
import { sealEnvelope } from "#kernel/sealing/envelope.ts";
import { newHpkeKeys } from "#kernel/sealing/hpke.ts";
import { assemble } from "#server/instance.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { useTestKeyStore } from "#server/testing/opening.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import type { SealingPlan } from "./bid.model.ts";

// A bid whose every part is a canary goes through the real HTTP server; afterwards everything that
// is stored or written anywhere is searched for any of them.
const canaries = {
  statement: "Kanarienvogel Ä 7f3a91",
  answer: "sings at 4 in the morning",
  price: "73519.8642",
  note: "a note of gold",
  file: "birdsong-of-the-file",
  name: "vogel-plan.txt",
};

let t: TestDatabase;
let server: FastifyInstance;
let store: Awaited<ReturnType<typeof useTestKeyStore>>;
const written: Buffer[] = [];
const tokens = new Map<string, string>();
const ask = async (
  name: string,
  method: "GET" | "POST" | "PUT",
  url: string,
  payload?: object | Buffer,
) =>
  server.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${tokens.get(name)}`,
      ...(Buffer.isBuffer(payload) && { "content-type": "application/octet-stream" }),
    },
    ...(payload ? { payload: payload as never } : {}),
  });
const insist = async <T>(answer: ReturnType<typeof ask>): Promise<T> => {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBeLessThan(300);
  return JSON.parse(body) as T;
};
const people = ["buyer", "manager", "admin", "auditor", "user"];

beforeAll(async () => {
  // Everything that goes to standard output or error, logs of the server at its most talkative
  // included.
  const keep = (fd: unknown, data: unknown) =>
    void ((fd === 1 || fd === 2) && written.push(Buffer.from(data as string)));
  const { write, writeSync } = fs;
  vi.spyOn(fs, "write").mockImplementation(((...args: unknown[]) => {
    keep(args[0], args[1]);
    return (write as (...all: unknown[]) => void)(...args);
  }) as never);
  vi.spyOn(fs, "writeSync").mockImplementation(((...args: unknown[]) => {
    keep(args[0], args[1]);
    return (writeSync as (...all: unknown[]) => number)(...args);
  }) as never);
  t = await freshDatabase();
  store = await useTestKeyStore();
  const app = { ...t.app, config: { ...t.app.config, demo: true, LEVEE_LOG: "info" as const } };
  for (const name of ["identity", "organization", "governance", "vendors"])
    await areaServers.find((a) => a.name === name)!.seed?.tell(app, () => {});
  server = await assemble(app);
  for (const name of [...people, "vendor1"])
    tokens.set(
      name,
      (
        (
          await server.inject({
            method: "POST",
            url: "/auth/v1/token",
            payload: {
              grant_type: "password",
              email: `${name}@demo.levee.test`,
              password: "Levee-demo-2026!",
            },
          })
        ).json() as { access_token: string }
      ).access_token,
    );
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
  await store.close();
  await t.drop();
});

/**
 * The forms in which a text may lie somewhere: plain, UTF-16, hex, base64 at each of its three
 * alignments, escaped for JSON and for addresses.
 */
const forms = (text: string): Buffer[] => {
  const plain = Buffer.from(text);
  const swapped = Buffer.from(text, "utf16le").swap16();
  const inner = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), plain])
      .toString("base64")
      .slice(shift ? 4 : 0, -4),
  );
  const escaped = Array.from(text, (c) =>
    c.charCodeAt(0) > 126 ? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}` : c,
  ).join("");
  return [
    plain,
    Buffer.from(text, "utf16le"),
    swapped,
    ...inner,
    ...inner.map((each) => each.replaceAll("+", "-").replaceAll("/", "_")),
    plain.toString("hex"),
    plain.toString("hex").toUpperCase(),
    escaped,
    encodeURIComponent(text),
  ].map((each) => Buffer.from(each as string));
};
const findings = (
  where: string,
  bytes: Buffer,
  needles: Record<string, string> = canaries,
): string[] =>
  Object.entries(needles).flatMap(([name, text]) =>
    forms(text).some((form) => bytes.includes(form)) ? [`${name} in ${where}`] : [],
  );

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Every row of every table of every schema, queues of jobs and letters included, as text. */
const dump = async (): Promise<[string, Buffer][]> => {
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const { rows: tables } = await owner.query(
    `
      select format('%I.%I', schemaname, tablename) as name
      from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')
      order by 1
    `,
  );
  const found: [string, Buffer][] = [];
  for (const { name } of tables as { name: string }[])
    found.push([
      name,
      Buffer.from(
        (
          (
            await owner.query(
              `select coalesce(string_agg(r::text, e'\\n'), '') as text from ${name} r`,
            )
          ).rows[0] as { text: string }
        ).text,
      ),
    ]);
  await owner.end();
  return found;
};

/**
 * Where the database's log of all its writes stands: what a physical backup and a replica are made
 * of.
 */
const logPosition = async (): Promise<{ folder: string; segment: string }> => {
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const {
    rows: [row],
  } = await owner.query(
    "select current_setting('data_directory') as folder, pg_walfile_name(pg_current_wal_insert_lsn()) as segment, pg_switch_wal()",
  );
  await owner.end();
  return row as { folder: string; segment: string };
};
/** The segments of that log from one position to another. */
const logBetween = (
  from: string,
  { folder, segment }: { folder: string; segment: string },
): [string, Buffer][] =>
  readdirSync(join(folder, "pg_wal"))
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= from && name <= segment)
    .map((name) => [`the write-ahead log ${name}`, readFileSync(join(folder, "pg_wal", name))]);

const makeTender = async (): Promise<{ id: string; itemId: string; requirementId: string }> => {
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  const [id, itemId, requirementId] = [newId(), newId(), newId()];
  const officers = await Promise.all(
    [1, 2].map(async () => ({
      keyId: newId(),
      publicKey: base64((await newHpkeKeys()).publicKey),
    })),
  );
  await owner.connect();
  const one = async (text: string, values: unknown[]) =>
    (await owner.query(text, values)).rows[0] as Record<string, string>;
  const person = await one("select id from person where email = 'buyer@demo.levee.test'", []);
  const { id: departmentId } = await one("select id from department where org_id = $1 limit 1", [
    carverCountyId,
  ]);
  const yearId = newId();
  // Both readings may fall into one minute, and each has more addresses than a person may call in it.
  await owner.query(
    `update organization set settings = settings || '{"callsPerMinute": 100000}' where id = $1`,
    [carverCountyId],
  );
  await owner.query(
    `
      insert into fiscal_year (org_id, id, year, starts_on, ends_on)
      values ($1, $2, 2027, '2026-10-01', '2027-09-30')
    `,
    [carverCountyId, yearId],
  );
  await owner.query(
    `
      insert into solicitation (
        org_id, id, number, kind, status, title, department_id, fiscal_year_id, protection, due_at,
        published_at
      )
      values (
        $1, $2, 'ITB-2027-00077', 'itb', 'published', 'Bird feed', $3, $4, 'sealed',
        clock_timestamp() + interval '9 days', clock_timestamp()
      )
    `,
    [carverCountyId, id, departmentId, yearId],
  );
  await owner.query(
    `
      insert into solicitation_item (org_id, id, solicitation_id, item_no, description, quantity)
      values ($1, $2, $3, 1, 'Feed', 3)
    `,
    [carverCountyId, itemId, id],
  );
  await owner.query(
    `
      insert into solicitation_requirement (org_id, id, solicitation_id, position, kind, label)
      values ($1, $2, $3, 1, 'text', 'When?')
    `,
    [carverCountyId, requirementId, id],
  );
  for (const [i, { keyId, publicKey }] of officers.entries()) {
    await owner.query(
      `
        insert into officer_key (org_id, id, person_id, label, public_key, fingerprint, escrow)
        values ($1, $2, $3, 'Key', $4, 'f', true)
      `,
      [carverCountyId, keyId, person["id"], publicKey],
    );
    await owner.query(
      `
        insert into opening_officer (org_id, id, solicitation_id, x, key_id, person_id)
        values ($1, $2, $3, $4, $5, $6)
      `,
      [carverCountyId, newId(), id, i + 1, keyId, person["id"]],
    );
  }
  await owner.end();
  return { id, itemId, requirementId };
};

const bidAsVendor = async ({
  id,
  itemId,
  requirementId,
}: Awaited<ReturnType<typeof makeTender>>): Promise<string> => {
  const plan = await insist<SealingPlan>(
    ask("vendor1", "POST", `/api/v1/vendor/solicitations/${id}/bid`),
  );
  const [{ id: envelopeId, envelope }] = plan.envelopes as [SealingPlan["envelopes"][number]];
  const bytes = utf8(canaries.file);
  const sha256 = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  const file = {
    requirementId: null,
    name: canaries.name,
    mediaType: "text/plain",
    size: bytes.length,
    sha256,
  };
  const content = {
    technical: {
      answers: [{ requirementId, value: canaries.answer }],
      statement: canaries.statement,
      addendaAcknowledged: [],
      files: [file],
    },
    price: {
      lines: [
        {
          itemId,
          noBid: false,
          unitPrice: canaries.price,
          quantity: null,
          alternate: "",
          leadDays: null,
        },
      ],
      discounts: [],
      capacities: [],
      files: [],
      validDays: 90,
      note: canaries.note,
    },
  };
  const binding = {
    envelopeId,
    orgId: plan.orgId,
    solicitationId: id,
    vendorId: plan.vendorId,
    bidId: plan.bidId,
    revision: plan.revision,
    envelope,
  };
  const sealed = await sealEnvelope({
    binding,
    officers: plan.officers!.map(({ x, keyId, publicKey }) => ({ x, keyId, publicKey })),
    keyStoreKey: unbase64(plan.keyStoreKey),
    content,
    files: [{ name: canaries.name, mediaType: "text/plain", bytes }],
  });
  expect(findings("the plaintext itself", Buffer.from(sealed.plain))).toHaveLength(
    Object.keys(canaries).length,
  );
  await insist(
    ask(
      "vendor1",
      "PUT",
      `/api/v1/vendor/bids/${plan.bidId}/envelopes/bid`,
      Buffer.from(sealed.ciphertext),
    ),
  );
  await insist(
    ask("vendor1", "POST", `/api/v1/vendor/bids/${plan.bidId}/actions/submit`, {
      manifests: [sealed.manifest],
      addendaAcknowledged: [],
    }),
  );
  return plan.bidId;
};

const readable = areaServers
  .flatMap((a) => a.endpoints)
  .filter(
    (e) =>
      e.method === "GET" &&
      e.path.startsWith("/api/v1/") &&
      e.path !== "/api/v1/events" &&
      !e.path.includes("/vendor/") &&
      (e.path.match(/\{/g) ?? []).length <= 1,
  );
/** What the assistant says to a person about the solicitation and its bidders. */
const assistantSays = async (name: string): Promise<string> => {
  const said: string[] = [];
  for (const content of [
    "How many bids has ITB-2027-00077 received?",
    "Has Northline Aggregates submitted a bid on Bird feed?",
    "Show sealed bids and receipts of today",
  ]) {
    const { body } = await ask(name, "POST", "/functions/v1/platform-agent-chat", {
      messages: [{ role: "user", content }],
    });
    for (const [, text] of body.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)) said.push(text!);
  }
  return said.join("");
};

/**
 * What each of the agency's people reads at every address of the API, the solicitation's id in the
 * place of any id; what a clock moves is taken out.
 */
const everythingReadable = async (id: string): Promise<Map<string, string>> => {
  const seen = new Map<string, string>();
  for (const name of people)
    for (const e of readable) {
      const query = e.path.endsWith("/search")
        ? "?q=Bird"
        : e.path.endsWith("/export")
          ? "?format=csv"
          : "";
      const { body } = await ask(name, "GET", e.path.replace(/\{\w+\}/, id) + query);
      if (e === readable[0]) seen.set(`${name} assistant`, await assistantSays(name));
      seen.set(
        `${name} ${e.path}`,
        // A PDF bears the moment at which it was made, in bytes that nobody can take out.
        (body.startsWith("%PDF") ? "a PDF" : body)
          .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"instant"')
          // The readers' own rights are used by this very reading.
          .replace(/"lastUsedOn":("[^"]*"|null)/g, "")
          .replace(/"(requestId|instance)":"[^"]*"/g, ""),
      );
    }
  return seen;
};

test(
  "after a bid every table, file, queue, letter and log is free of what it says; and nobody of the agency reads anything that tells of it",
  { timeout: 240_000 },
  async () => {
    const tender = await makeTender();
    const before = await everythingReadable(tender.id);
    written.length = 0;
    const { segment: from } = await logPosition();
    const bidId = await bidAsVendor(tender);

    const backedUp = logBetween(from, await logPosition());
    expect(backedUp.some(([, bytes]) => bytes.includes(bidId.replaceAll("-", ""), 0, "hex"))).toBe(
      true,
    );
    const stored = [
      ...(await dump()),
      ...backedUp,
      ...[...filesBelow(t.app.config.LEVEE_DATA_DIR), ...filesBelow(store.folder)].map(
        (file): [string, Buffer] => [file, readFileSync(file)],
      ),
      ["what was written to the logs", Buffer.concat(written)] as [string, Buffer],
    ];
    expect(stored.flatMap(([where, bytes]) => findings(where, bytes))).toEqual([]);
    // The search itself works: the ciphertext and the log lines are there to be searched.
    expect(stored.some(([where, bytes]) => where.includes("files") && bytes.length > 16_000)).toBe(
      true,
    );
    // A line names the route, and not the bid.
    const log = Buffer.concat(written).toString();
    expect(log).toContain("/api/v1/vendor/bids/:id/actions/submit");
    expect(log).not.toContain(bidId);
    expect(findings("a table", Buffer.from(JSON.stringify({ text: canaries.statement })))).toEqual([
      "statement in a table",
    ]);
    expect(
      findings("a log", Buffer.from(Buffer.from(`x${canaries.price}`).toString("base64")), {
        price: canaries.price,
      }),
    ).toEqual(["price in a log"]);

    // Counts, badges, notices, searches, exports, lists: the same as before, but for the audit
    // ledger, which has grown by entries of "a vendor", how many these are by day, and how many of them
    // no backup holds. What the
    // readers themselves were refused stands in the security events; of the vendor nothing does.
    const after = await everythingReadable(tender.id);
    const changed = [...after]
      .filter(([where, body]) => before.get(where) !== body)
      .map(([where]) => where);
    expect(
      changed.filter(
        (where) =>
          !/ \/api\/v1\/(backups|billing|audit-(entries|ledger|checkpoints)|security-(overview|events|statements))/.test(
            where,
          ),
      ),
    ).toEqual([]);
    expect(changed.length).toBeGreaterThan(0);
    const { items } = await insist<{
      items: { action: string; actorName: string | null; actorId: string | null }[];
    }>(ask("auditor", "GET", "/api/v1/audit-entries?limit=100"));
    const told = items.filter((item) => item.action.startsWith("bid."));
    expect(told.map(({ action, actorName, actorId }) => [action, actorName, actorId])).toEqual([
      ["bid.underSeal", "A vendor", null],
      ["bid.underSeal", "A vendor", null],
    ]);
    const { person, vendor } = (await dump()).reduce(
      (found, [name, bytes]) =>
        name === "public.bid_event"
          ? {
              person: /,([0-9a-f-]{36}),"?([^",]+)"?,submitted/.exec(bytes.toString())![1]!,
              vendor: bytes.toString().split(",")[4]!,
            }
          : found,
      { person: "", vendor: "" },
    );
    const events = await insist<{ items: unknown[] }>(
      ask("admin", "GET", `/api/v1/security-events?personId=${person}`),
    );
    expect(events.items).toEqual([]);
    for (const secret of [bidId, tender.id, person, vendor, "Northline"])
      expect(JSON.stringify(told)).not.toContain(secret);
    expect(after.size).toBeGreaterThan(300);
    expect(after.get("buyer assistant")!.length).toBeGreaterThan(40);
  },
);
