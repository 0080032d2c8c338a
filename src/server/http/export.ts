import { stringify } from "csv-stringify/sync";
import { z } from "zod";
import type { Permission } from "../../kernel/access.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";
import { listAll, listPage, listQuery, runList, type ListDefinition, type ListQuery } from "./list.ts";

const shown = (list: ListDefinition) => Object.entries(list.columns).filter(([, c]) => !c.hidden && c.label);
const cell = (value: unknown, money: boolean | undefined) => {
  if (value === null || value === undefined) return "";
  if (money && typeof value === "number") return (value / 100).toFixed(2);
  return Array.isArray(value) ? value.join("; ") : String(value);
};

/** A table of rows as CSV text; cells that a spreadsheet would run as formulas are neutralised. */
export const toCsv = (header: readonly string[], rows: readonly (readonly string[])[]): string => stringify([header as string[], ...(rows as string[][])], { escape_formulas: true, bom: true });

const toXlsx = async (header: readonly string[], rows: readonly (readonly unknown[])[], money: readonly boolean[]): Promise<Buffer> => {
  const sheet = [header.map((value) => ({ value, fontWeight: "bold" as const })), ...rows.map((r) => r.map((v, i) => (money[i] && typeof v === "number" ? { value: v / 100, type: Number, format: "#,##0.00" } : { value: v === null || v === undefined ? null : Array.isArray(v) ? v.join("; ") : String(v), type: String })))];
  const { default: writeXlsxFile } = await import("write-excel-file/node"); // eighty modules that few calls want
  const file = (await (writeXlsxFile as any)(sheet, { stickyRowsCount: 1 })) as { toBuffer?: () => Promise<Buffer> } | Buffer;
  return Buffer.isBuffer(file) ? file : file.toBuffer!();
};

/** The list endpoint and its CSV/XLSX export for one definition: `GET path` and `GET path/export`. */
export const listEndpoints = (path: string, permission: Permission, list: ListDefinition, row: z.ZodType): Endpoint[] => {
  const query = listQuery(list);
  return [
    endpoint({ method: "GET", path, permission, summary: `List ${list.name}`, query, response: listPage(row), handler: ({ actor, db, query: q }) => runList<any>(db, actor, list, q) }),
    endpoint({
      method: "GET", path: `${path}/export`, permission, summary: `Export ${list.name} as CSV or XLSX`, raw: true,
      query: z.intersection(z.object({ format: z.enum(["csv", "xlsx"]).default("csv") }).loose(), z.record(z.string(), z.unknown())) as unknown as z.ZodType<{ format: "csv" | "xlsx" } & Record<string, unknown>, any>,
      handler: async ({ actor, db, query: { format, ticket: _ticket, ...rest }, reply }) => {
        const rows = await listAll(db, actor, list, query.parse(rest) as ListQuery);
        const columns = shown(list);
        const header = columns.map(([, c]) => c.label!);
        const name = `${list.name}-${new Date().toISOString().slice(0, 10)}.${format}`;
        reply.header("content-disposition", `attachment; filename="${name}"`);
        if (format === "csv") return reply.type("text/csv; charset=utf-8").send(toCsv(header, rows.map((r) => columns.map(([k, c]) => cell(r[k], c.money)))));
        return reply.type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet").send(await toXlsx(header, rows.map((r) => columns.map(([k]) => r[k])), columns.map(([, c]) => !!c.money)));
      },
    }),
  ];
};
