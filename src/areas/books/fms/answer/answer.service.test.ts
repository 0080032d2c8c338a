import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { askingOf } from "#server/testing/asking.ts";
import { beginFile, checkFile, commitFile } from "#server/testing/import-files.ts";
import { approvedInvoice } from "#server/testing/payments.ts";
import { a, as, bookTests, follow, people, t } from "../../books.setup.ts";
import type { BatchDetail } from "../batch/batch.model.ts";
import { sendBatch } from "../batch/batch.service.ts";
import { mapChart, publishedLayout } from "../fms.setup.ts";

bookTests();
const ask = askingOf(() => t);
const db = () => t.database.read(people.controller);

const layout = async (): Promise<string> => {
  await mapChart();
  return publishedLayout();
};

const read = (id: string) => ask<BatchDetail>(people.controller, `GET /api/v1/fms-batches/${id}`);
/** A batch of a bill of its own: two entries, four lines. */
const sent = async (layoutId: string, send = true): Promise<BatchDetail> => {
  await approvedInvoice(t.database, a, { cents: 90_00 });
  await follow();
  const { periodId } = await db().one<{ periodId: string }>(sql`
    select period_id
    from gl_line
    where org_id = ${a.orgId}
    group by period_id
    order by count(*) desc
    limit 1
  `);
  const { id } = await ask(people.controller, "POST /api/v1/fms-batches", { periodId, layoutId });
  await ask(people.controller, `POST /api/v1/fms-batches/${id}/actions/validate`, {}, 1);
  if (send) await as(people.chief, (tx, actor) => sendBatch(tx, actor, { id, version: null }));
  return read(id);
};

const bring = async (text: string) => {
  const { id } = await beginFile(t, people.controller, "fms-answers", text);
  const checked = await checkFile(t, people.controller, id);
  const done = await commitFile(t, people.controller, id);
  return {
    refused: checked.problems.map((p) => `${p.row} ${p.column}: ${p.found}`),
    counts: [done.counts.update, done.counts.skip, done.counts.reject],
  };
};
const linesOf = (batch: BatchDetail, answer: string, name = batch.number) =>
  Array.from({ length: batch.lineCount }, (_, n) => `${name},${n + 1},${answer},\n`).join("");
const head = "Batch,Line,Status,Error\n";

test("a file answers several batches, and one that is wrong does not drop the others", async () => {
  const layoutId = await layout();
  const [taken, bad, part, unsent] = [
    await sent(layoutId),
    await sent(layoutId),
    await sent(layoutId),
    await sent(layoutId, false),
  ];
  const file = [
    head,
    linesOf(taken!, "OK", String(taken!.reference).padStart(6, "0")),
    linesOf(bad!, "posted").replace(",2,posted,", ",2,ERROR,Account is closed"),
    `${part!.number},1,A,\n`,
    linesOf(unsent!, "A"),
    "FMB-2027-99999,1,A,\n",
  ].join("");
  const { refused, counts } = await bring(file);
  const lines = taken!.lineCount + bad!.lineCount;
  expect(counts).toEqual([lines, 0, unsent!.lineCount + 2]);
  expect(refused[0]).toMatch(new RegExp(`^${lines + 2} Line: 1 line$`));
  expect(refused[1]).toBe(`${lines + 3} Batch: ${unsent!.number}: ready to be sent`);
  expect(refused.at(-1)).toMatch(/Batch: FMB-2027-99999$/);
  expect((await read(taken!.id)).status).toBe("acknowledged");
  expect(await read(bad!.id)).toMatchObject({ status: "rejected", rejectedLines: 1 });
  expect((await read(part!.id)).status).toBe("sent");
  const { items } = await ask<{ items: { lineNo: number; rejected: string }[] }>(
    people.controller,
    `GET /api/v1/fms-batch-lines?batchId=${bad!.id}&rejected=true`,
  );
  expect(items).toMatchObject([{ lineNo: 2, rejected: "Account is closed" }]);
});

test("rejected lines alone say that all others were taken; the same answer changes nothing, another is refused", async () => {
  const batch = await sent(await layout());
  const file = `${head}${batch.number},1,R,Closed\n`;
  expect((await bring(file)).counts).toEqual([1, 0, 0]);
  expect((await read(batch.id)).status).toBe("rejected");
  expect((await bring(`${head}${batch.number},1,rejected,Closed\n`)).counts).toEqual([0, 1, 0]);
  const other = await bring(head + linesOf(batch, "A"));
  expect(other.counts).toEqual([0, 0, batch.lineCount]);
  expect(other.refused[0]).toBe("2 Answer: all accepted");
});

test("a row that cannot be read holds its batch back, and one without a batch those that name rejected lines alone", async () => {
  const layoutId = await layout();
  const [one, two] = [await sent(layoutId), await sent(layoutId)];
  const unread = await bring(`${head}${one!.number},1,R,Closed\n${one!.number},two,R,Closed\n`);
  expect(unread.refused).toEqual(["2 Batch: a row of it cannot be read", "3 Line: two"]);
  const astray = await bring(
    `${head}${linesOf(one!, "A")}${two!.number},1,R,Closed\n,2,R,Closed\n`,
  );
  expect(astray.counts).toEqual([one!.lineCount, 0, 2]);
  expect(astray.refused[0]).toMatch(/a row of the file whose batch is not known/);
  expect((await read(one!.id)).status).toBe("acknowledged");
  expect((await read(two!.id)).status).toBe("sent");
});
