import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { codeStandings } from "../code/code.labels.ts";
import { mappingKinds } from "./mapping.labels.ts";
import type { MappingRow } from "./mapping.model.ts";

const columns: readonly Column<MappingRow>[] = [
  { id: "kind", label: "Kind", kind: "text", value: (m) => mappingKinds[m.kind] },
  { id: "code", label: "Code here", kind: "text", value: (m) => m.code },
  { id: "target", label: "Code there", kind: "text", value: (m) => m.target },
  { id: "fromDay", label: "From", kind: "day", value: (m) => m.fromDay },
  { id: "toDay", label: "Through", kind: "day", value: (m) => m.toDay },
  {
    id: "standing",
    label: "In its chart",
    kind: "text",
    value: (m) => (m.standing === "unchecked" ? null : codeStandings[m.standing]),
  },
];
const filters: readonly Filter[] = [
  { id: "kind", label: "Kind", kind: "set", pinned: true, options: options(mappingKinds) },
  { id: "standing", label: "In its chart", kind: "set", options: options(codeStandings) },
];

/** What the finance system calls funds, accounts and account strings. */
export function MappingTable() {
  const { can } = useAuth();
  const [mapping, setMapping] = useState(false);
  return (
    <div className="stack">
      {can("books.rules") && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-primary" onClick={() => setMapping(true)}>
            Map a code
          </button>
          <Link className="btn" to={pathTo("fmsMappingImport")}>
            Import codes
          </Link>
        </div>
      )}
      <DataTable<MappingRow>
        name="fms-mappings"
        title="Codes"
        path="/api/v1/fms-mappings"
        columns={columns}
        filters={filters}
        defaultSort="code"
        searchHint="Code here or there"
        empty={{
          title: "No codes are mapped",
          text: "Name what the finance system calls each fund and account. A batch with an unmapped one is not built.",
        }}
      />
      {mapping && (
        <PostDialog
          title="Map a code"
          description="The mapping before it ends the day before. What was built keeps its codes."
          path="/api/v1/fms-mappings"
          submit="Map it"
          values={{ kind: "account", code: "", target: "", fromDay: "" }}
          nouns={["fms-mappings"]}
          onClose={() => setMapping(false)}
        >
          <SelectField name="kind" label="Kind" required options={options(mappingKinds)} />
          <TextField name="code" label="Code here" required maxLength={120} />
          <TextField name="target" label="Code there" required maxLength={120} />
          <DateField name="fromDay" label="From" required />
        </PostDialog>
      )}
    </div>
  );
}
