import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { mappingKinds } from "../mapping/mapping.labels.ts";
import type { CodeRow } from "./code.model.ts";

const columns: readonly Column<CodeRow>[] = [
  { id: "kind", label: "Kind", kind: "text", value: (c) => mappingKinds[c.kind] },
  { id: "code", label: "Code", kind: "text", value: (c) => c.code },
  { id: "name", label: "Name", kind: "text", value: (c) => c.name },
  { id: "fromDay", label: "Valid from", kind: "day", value: (c) => c.fromDay },
  { id: "toDay", label: "Valid through", kind: "day", value: (c) => c.toDay },
];
const filters: readonly Filter[] = [
  { id: "kind", label: "Kind", kind: "set", pinned: true, options: options(mappingKinds) },
];

/** Codes that the finance system has. */
export function CodeTable() {
  const { can } = useAuth();
  return (
    <div className="stack">
      {can("books.import") && (
        <Link className="btn btn-primary justify-self-start" to={pathTo("fmsCodeImport")}>
          Import its chart
        </Link>
      )}
      <DataTable<CodeRow>
        name="fms-codes"
        title="Chart there"
        path="/api/v1/fms-codes"
        columns={columns}
        filters={filters}
        defaultSort="code"
        searchHint="Code or name"
        empty={{
          title: "Its chart was not taken in",
          text: "Once it is, a code that the finance system does not have is refused when it is mapped, not when it is sent.",
        }}
      />
    </div>
  );
}
