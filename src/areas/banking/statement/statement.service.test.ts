import { Readable } from "node:stream";
import { beforeEach, afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { agencyBank, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { saveAgencyBank } from "#areas/finance/finance.server.ts";
import "../banking.server.ts";
import { statementRules } from "./statement.checks.ts";
import { readStanding, readStatement } from "./statement.read.service.ts";
import { loadBai2, withdrawStatement } from "./statement.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let controller: Actor;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  a = await payingAgency(t.database);
  ({ controller } = await makeMembers(t.database, a, {
    controller: { duties: ["controller"] },
  }));
});

const short = (day: string) => day.slice(2).replaceAll("-", "");
type Sample = {
  day: string;
  opening: number;
  moves?: readonly string[];
  account?: string;
  currency?: string;
  closing?: number;
};
/** A file of one account: a group for each day, moves as `type,cents,reference`. */
const file = (...days: readonly Sample[]): string => {
  let total = 0;
  let records = 1;
  const groups = days.flatMap(
    ({ day, opening, moves = [], account = "42119876", currency = "", closing }) => {
      const cents = moves.map((m) => Number(m.split(",")[1]));
      const net = moves.reduce(
        (n, m, at) => n + (m[0] === "4" || m[0] === "6" ? -1 : 1) * cents[at]!,
        0,
      );
      const closes = closing ?? opening + net;
      const sum = opening + closes + cents.reduce((n, c) => n + c, 0);
      total += sum;
      records += moves.length + 4;
      return [
        `02,1,2,1,${short(day)},2359,,2/`,
        `03,${account},${currency},010,${opening},,,015,${closes},,/`,
        ...moves.map(
          (m) => `16,${m.split(",")[0]},${m.split(",")[1]},0,,${m.split(",")[2] ?? ""},TEXT/`,
        ),
        `49,${sum},${moves.length + 2}/`,
        `98,${sum},1,${moves.length + 4}/`,
      ];
    },
  );
  return [
    `01,1,2,261103,0200,1,,,2/`,
    ...groups,
    `99,${total},${days.length},${records + 1}/`,
  ].join("\n");
};
const load = (text: string, actor = controller) =>
  t.database.transaction(actor, async (tx) => {
    const stored = await t.app.files.put(Readable.from([Buffer.from(text)]), undefined, "own");
    const fileId = await recordFile(tx, {
      ...stored,
      orgId: actor.orgId!,
      name: "bank.bai",
      uploadedBy: actor.personId,
    });
    return loadBai2(tx, actor, t.app.files, fileId);
  });
const count = async () =>
  (
    await t.database.read(controller).one<{ n: number }>(
      sql`
        select count(*)::int as n
        from bank_statement
        where org_id = ${a.orgId} and status = 'loaded'
      `,
    )
  ).n;
const [one, two, three] = [agencyDay(-3), agencyDay(-2), agencyDay(-1)];
const first = { day: one, opening: 1_000_00, moves: ["475,25000,1001", "301,5000"] };
const second = { day: two, opening: 800_00, moves: ["698,1000"] };

test("each day of an account becomes a statement; the same file, and the same day in another file, change nothing", async () => {
  const made = await load(file(first));
  expect(made).toMatchObject({
    statements: [{ account: "First Bank of Delta ••9876", onDay: one, known: false }],
    others: [],
  });
  expect(
    await readStatement(t.database.read(controller), controller, made.statements[0]!.id!),
  ).toMatchObject({
    opening: 1_000_00,
    closing: 800_00,
    cameIn: 50_00,
    wentOut: 250_00,
    lineCount: 2,
    fileName: "bank.bai",
  });
  expect((await load(file(first))).statements).toMatchObject([{ known: true }]);
  expect((await load(file(first, second))).statements.map((s) => s.known)).toEqual([true, false]);
  expect(
    await t.database.read(controller).rows(sql`
      select code
      from bank_alarm
      where org_id = ${a.orgId}
    `),
  ).toEqual([{ code: "unknown" }]);
  expect(await count()).toBe(2);
  expect(await readStanding(t.database.read(controller))).toMatchObject({
    accounts: [{ through: two, closing: 790_00, statements: 2, outstanding: 0 }],
  });
  expect(await statementRules[0]!.check({ db: t.database.read(controller) } as never)).toEqual([]);
});

test("a day that says something else, and one whose balances do not join, are refused, and nothing of the file is stored", async () => {
  await load(file(first));
  await expect(
    load(file({ ...first, moves: ["475,25001,1001", "301,5001"] })),
  ).rejects.toMatchObject({
    code: "statement_differs",
  });
  await expect(load(file({ ...second, opening: 801_00 }))).rejects.toMatchObject({
    code: "opening_differs",
    message: expect.stringMatching(
      /opens on .* with \$801\.00, but BST-\d+-00001 of .* closed with \$800\.00/,
    ),
  });
  await expect(load(file(second, { day: three, opening: 1_00 }))).rejects.toMatchObject({
    code: "opening_differs",
  });
  await expect(load(file({ day: agencyDay(-9), opening: 1_00 }))).rejects.toMatchObject({
    code: "opening_differs",
    message: expect.stringMatching(/closes on .* with \$1\.00, but BST/),
  });
  expect(await count()).toBe(1);
});

test("what is wrong within the file is named by its line; another currency and a day to come are refused", async () => {
  await expect(load(file({ ...first, closing: 1 }))).rejects.toThrow(
    /Line 3, record 03: it opens with/,
  );
  await expect(load(file({ ...first, currency: "EUR" }))).rejects.toThrow(
    /Line 3, record 03: the account is in EUR; First Bank of Delta ••9876 is in USD\./,
  );
  await expect(load(file({ ...first, day: agencyDay(2) }))).rejects.toThrow(/has not come yet/);
  await expect(load(file({ ...first, account: "700700700" }))).rejects.toThrow(
    /No account of the file is the agency's here: ••0700\./,
  );
  expect(await count()).toBe(0);
});

test("accounts that are not set up are named; a retired account goes on to have statements", async () => {
  expect(await load(file(first, { ...first, account: "700700700" }))).toMatchObject({
    statements: [{}],
    others: ["••0700"],
  });
  const { treasurer } = a.people;
  await t.database.transaction(treasurer, (tx) =>
    saveAgencyBank(tx, treasurer, { ...agencyBank, accountNumber: "9988776655" }, 1),
  );
  expect((await load(file(second))).statements).toMatchObject([{ known: false }]);
});

test("the last statement of an account is withdrawn with a reason, and its day loaded anew", async () => {
  const made = await load(file(first, second));
  const withdraw = (at: number) =>
    t.database.transaction(controller, (tx) =>
      withdrawStatement(tx, controller, {
        id: made.statements[at]!.id!,
        version: null,
        reason: "The bank corrected the day",
      }),
    );
  await expect(withdraw(0)).rejects.toThrow(
    /A later statement of the account goes on from this one/,
  );
  await withdraw(1);
  await load(file({ ...second, moves: ["698,1200"] }));
  expect(await count()).toBe(2);
});

test("a file that is too large is not read", async () => {
  const { fileId } = await t.database.transaction(controller, async (tx) => ({
    fileId: await recordFile(tx, {
      sha256: "0".repeat(64),
      size: 21 * 1024 * 1024,
      mediaType: "text/plain",
      orgId: controller.orgId!,
      name: "large.bai",
      uploadedBy: controller.personId,
    } as never),
  }));
  await expect(
    t.database.transaction(controller, (tx) => loadBai2(tx, controller, t.app.files, fileId)),
  ).rejects.toThrow(/at most 20 MB/);
});
