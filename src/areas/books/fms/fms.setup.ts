import { day, type Day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf } from "#server/testing/asking.ts";
import { a, as, people, t } from "../books.setup.ts";
import { layoutInput } from "./layout/layout.model.ts";
import type { MappingKind } from "./mapping/mapping.labels.ts";
import { mapCode } from "./mapping/mapping.service.ts";

const ask = askingOf(() => t);

/** A line with fund, account and amount, as most tests send it. */
const fields = [
  { record: "line", name: "Date", value: "postedOn" },
  { record: "line", name: "Fund", value: "fund" },
  { record: "line", name: "Account", value: "account" },
  { record: "line", name: "Amount", value: "signed" },
];

/** A delimited layout in force: the controller drafts it, a manager publishes it. */
export const publishedLayout = async (over: object = {}): Promise<string> => {
  const draft = await ask(
    people.controller,
    "POST /api/v1/fms-layouts",
    layoutInput.parse({ name: "Journal", form: "delimited", fields, ...over }),
  );
  const { id, version } = draft;
  await ask(people.chief, `POST /api/v1/fms-layouts/${id}/actions/publish`, {}, version);
  return id;
};

/** Maps a code of the books from a day on, by the controller. */
export const map = (
  kind: MappingKind,
  code: string,
  target: string,
  fromDay: Day = day("2026-10-01"),
) => as(people.controller, (tx, actor) => mapCode(tx, actor, { kind, code, target, fromDay }));

/** Maps every fund and account of the books to its code with an X before it. */
export const mapChart = async (): Promise<void> => {
  const chart = await t.database.read(people.controller).rows<{
    kind: MappingKind;
    code: string;
  }>(sql`select kind, code from gl_account where org_id = ${a.orgId}`);
  for (const { kind, code } of chart) await map(kind, code, `X${code}`);
};
