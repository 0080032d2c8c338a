// Fifty at once ask for the same line: a grant, two projects and a drawdown's allocation. Each cent is
// claimed once, and trace, forms and request equal a naive recomputation.
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { day } from "#kernel/time.ts";
import { claimCost, costsOf, liveClaims, releaseClaim } from "#areas/finance/finance.server.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { declaredDisaster, obligatedProject, provedCosts } from "#server/testing/recovery.ts";
import { amend } from "./declaration/declaration.service.ts";
import { formsOf } from "./forms/forms.service.ts";
import { assignCosts } from "./item/item.service.ts";
import { checkRequest, draftRequest, endRequest } from "./request/request.service.ts";
import { traceOf } from "./request/trace.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let recovery: Actor;
let declaration: { id: string; number: string; version: number };
const mine = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(recovery, work);
const db = () => t.database.read(recovery);
beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
  ({ recovery } = await makeMembers(t.database, a, { recovery: { duties: ["recovery"] } }));
  declaration = await declaredDisaster(t.database, recovery);
});
afterAll(() => t.drop());

test("fifty claims of one line at once: each cent once, whoever comes first", async () => {
  const [cost] = await provedCosts(t.database, a, [1_000_00]);
  const projects = await Promise.all(
    [1, 2].map(() => obligatedProject(t.database, recovery, declaration.id)),
  );
  const requests: string[] = [];
  for (const project of projects) {
    await mine((tx) => assignCosts(tx, recovery, project, [cost!]));
    requests.push((await mine((tx) => draftRequest(tx, recovery, project))).id);
  }
  const funder = { funderId: newId(), funderNumber: "AWD-1" };
  const small = (n: number) =>
    mine((tx) =>
      claimCost(
        tx,
        recovery,
        { kind: n % 2 ? "drawdown" : "award", id: newId(), number: `D-${n}`, ...funder },
        [{ costLineId: cost!, cents: 90_00, share: "federal", ahead: n % 4 === 0 }],
      ),
    );
  const ends = await Promise.allSettled([
    ...Array.from({ length: 24 }, (_, n) => small(n)),
    ...Array.from({ length: 12 }, () =>
      requests.map((id) => mine((tx) => checkRequest(tx, recovery, { id, version: null }))),
    ).flat(),
    ...Array.from({ length: 2 }, (_, n) => small(50 + n)),
  ]);
  expect(ends).toHaveLength(50);
  const claims = await liveClaims(db(), { costLineIds: [cost!] });
  const sum = claims.reduce((n, c) => n + c.cents, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThanOrEqual(1_000_00);
  const [line] = await costsOf(db(), { ids: [cost!] });
  expect(line!.claimed).toBe(sum);
  const whole = claims.filter((c) => requests.includes(c.claimerId));
  const parts = claims.filter((c) => !requests.includes(c.claimerId));
  // Either one request holds the whole line, or drawdowns hold parts of it and no request any.
  if (whole.length) {
    expect(new Set(whole.map((c) => c.claimerId)).size).toBe(1);
    expect(whole.reduce((n, c) => n + c.cents, 0)).toBe(1_000_00);
    expect(parts).toEqual([]);
  } else expect(parts).toHaveLength(11);
  const won = ends.filter((e) => e.status === "fulfilled").length;
  expect(won).toBe(whole.length ? 1 : 11);
});

test("trace, forms and request equal a naive recomputation, whatever the amounts, shares and insurance", async () => {
  await mine((tx) =>
    amend(
      tx,
      recovery,
      declaration.id,
      {
        amendedOn: day("2026-05-02"),
        source: "Amendment 1",
        areas: [],
        shares: [
          { categories: ["C"], fromDay: day("2026-04-08"), rate: 8_333, source: "Amendment 1" },
        ],
      },
      declaration.version,
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 9_999_99 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 40_000_00 }),
      async (amounts, insuranceCents) => {
        const costs = await provedCosts(t.database, a, amounts);
        const project = await obligatedProject(t.database, recovery, declaration.id, {
          insuranceCents,
          cents: 900_000_00,
        });
        await mine((tx) => assignCosts(tx, recovery, project, costs));
        const { id } = await mine((tx) => draftRequest(tx, recovery, project));
        const r = await mine((tx) => checkRequest(tx, recovery, { id, version: null }));
        const total = amounts.reduce((n, c) => n + c, 0);
        const insured = Math.min(insuranceCents, total);
        const federal = Number((BigInt(total - insured) * 8_333n + 5_000n) / 10_000n);
        expect(r).toMatchObject({ total, insured, federal, match: total - insured - federal });
        const { text } = await traceOf(db(), id);
        const [heads, ...lines] = parse(text) as string[][];
        const at = (name: string) => heads!.indexOf(name);
        const sum = (name: string) => lines.reduce((n, l) => n + Number(l[at(name)]), 0);
        expect(lines).toHaveLength(amounts.length);
        expect(["cost_cents", "insured_cents", "federal_cents", "match_cents"].map(sum)).toEqual([
          total,
          insured,
          federal,
          total - insured - federal,
        ]);
        expect(sum("claims")).toBe(total - insured);
        const form = (await formsOf(db(), project, id)).find((f) => f.key === "contract")!;
        expect(form.total).toBe(total);
        expect(form.rows).toHaveLength(amounts.length);
        const claims = await liveClaims(db(), { claimerId: id });
        expect(claims.reduce((n, c) => n + c.cents, 0)).toBe(total - insured);
        await mine((tx) =>
          endRequest(tx, recovery, "cancel", { id, version: null, reason: "Anew" }),
        );
        const { left } = await db().one<{ left: number }>(sql`
          select coalesce(sum(claimed), 0)::bigint as left
          from cost_line
          where id = any(${costs}::uuid[])
        `);
        expect(left).toBe(0);
      },
    ),
    { numRuns: 8 },
  );
});

test("what was given back can be claimed by another funder", async () => {
  const [cost] = await provedCosts(t.database, a, [500_00]);
  const project = await obligatedProject(t.database, recovery, declaration.id);
  await mine((tx) => assignCosts(tx, recovery, project, [cost!]));
  const { id } = await mine((tx) => draftRequest(tx, recovery, project));
  await mine((tx) => checkRequest(tx, recovery, { id, version: null }));
  const other = { kind: "award", id: newId(), number: "A", funderId: newId(), funderNumber: "A" };
  const take = () =>
    mine((tx) =>
      claimCost(tx, recovery, other, [{ costLineId: cost!, cents: 500_00, share: "federal" }]),
    );
  await expect(take()).rejects.toThrow(/claimed already/);
  await mine((tx) => endRequest(tx, recovery, "cancel", { id, version: null, reason: "Other" }));
  await take();
  await mine((tx) => releaseClaim(tx, recovery, other.id));
});
