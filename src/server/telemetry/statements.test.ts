import { expect, test } from "vitest";
import { nameOfStatement } from "./statements.ts";

test("a statement is named by its first word and its first table; what stands in quotes is passed over", () => {
  for (const [text, name] of [
    ["select a, b from vendor v where v.name = $1", "select vendor"],
    ["insert into job (org_id) values ($1)", "insert job"],
    ["update only purchase_order set a = $1", "update purchase_order"],
    ["delete from pgboss.job where id = $1", "delete pgboss.job"],
    ["with x as (select 1 from invoice) select * from x", "with invoice"],
    ["select 'paid from Ada' as a, \"from Bob\" from mail", "select mail"],
    ["select $$from Ada$$ as a from mail", "select mail"],
    ["select 'it''s from Ada'", "select"],
    ["select pg_advisory_xact_lock(71009)", "select"],
    ["copy ledger_rows from stdin", "copy stdin"],
    ["commit", "commit"],
    ["analyze", "statement"],
  ])
    expect(nameOfStatement(text!), text).toBe(name);
});

test("what only says whom the next statement serves has no name", () => {
  expect(nameOfStatement("begin")).toBeNull();
  expect(nameOfStatement("select set_config('levee.org',$1,true)")).toBeNull();
});
