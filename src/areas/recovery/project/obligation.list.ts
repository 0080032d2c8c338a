import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import type { ListDefinition } from "#server/http/list.ts";

/** Obligations of projects, a row a version: what goes out comes in again unchanged. */
const obligationList: ListDefinition = {
  name: "pa-obligations",
  title: "obligations of recovery projects",
  from: "pa_obligation o join pa_project p on p.org_id = o.org_id and p.id = o.project_id",
  base: "pa_obligation o",
  alias: "o",
  columns: {
    id: { sql: "o.id", hidden: true },
    project: { sql: "p.number", label: "Project", sort: true },
    versionNo: { sql: "o.version_no", label: "Version" },
    cents: { sql: "o.cents", label: "Federal share", money: true },
    obligatedOn: { sql: "o.obligated_on", label: "Obligated on", sort: true },
    document: { sql: "o.document", label: "Document" },
  },
  filters: {
    projectId: { kind: "set", sql: "o.project_id", type: "uuid" },
    obligatedOn: { kind: "range", sql: "o.obligated_on", type: "date" },
  },
  search: ["p.number", "p.pw_number", "o.document"],
  totals: { cents: "o.cents" },
  defaultSort: "-obligatedOn",
};

const obligationRow = z
  .object({
    id: z.string(),
    project: z.string(),
    versionNo: z.number(),
    cents: z.number(),
    obligatedOn: dayField,
    document: z.string(),
  })
  .meta({ id: "PaObligation" });

export const obligationEndpoints: readonly Endpoint[] = listEndpoints(
  "/api/v1/pa-obligations",
  "recovery.read",
  obligationList,
  obligationRow,
);
