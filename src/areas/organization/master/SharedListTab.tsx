import { FileUp, Plus } from "lucide-react";
import { useState, type ComponentType } from "react";
import { Link } from "react-router";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { AnyForm } from "#web/kit/form/RecordForm.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { ExportMenu } from "#web/kit/table/TableMenus.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { EntryPeek, type PeekEntry } from "./EntryPeek.tsx";
import { usePeekLink } from "./usePeekLink.ts";
import { entryStates, sharedListNames, type SharedListName } from "./master.labels.ts";

const EntryDialog = dialogOnDemand(async () => (await import("./EntryDialog.tsx")).EntryDialog);

/** Whether an entry is in use: the filter that every shared list has. */
export const inUseFilter: Filter = {
  id: "active",
  label: "State",
  kind: "set",
  pinned: true,
  options: options(entryStates),
};

/** The columns that every shared list ends with. */
export const entryColumns = <T extends PeekEntry & { uses: number }>(): readonly Column<T>[] => [
  { id: "uses", label: "Used", kind: "number", value: (row) => row.uses, sortable: false },
  {
    id: "active",
    label: "State",
    kind: "status",
    value: (row) => String(row.active),
    statuses: entryStates,
    sortable: false,
  },
];

export type SharedListTabProps<T extends PeekEntry> = {
  list: SharedListName;
  form: AnyForm;
  intro: string;
  columns: readonly Column<T>[];
  filters: readonly Filter[];
  defaultSort: string;
  nameOf: (row: T) => string;
  factsOf: (row: T) => readonly (readonly [string, string])[];
  fields: ComponentType<{ isNew: boolean }>;
  /** Where its import begins, for those who keep the list. */
  importHref: string;
  importPermission?: "master.edit" | "vendor.import";
};

/** One of the lists that the agency keeps once, with what its reader may do. */
export function SharedListTab<T extends PeekEntry>(props: SharedListTabProps<T>) {
  const { list, form, nameOf } = props;
  const { path } = form;
  const { can } = useAuth();
  const keeper = can("master.edit");
  const { hrefOf, query } = usePeekLink();
  const [open, setOpen] = useState<T | "new" | null>(null);
  const { one, label } = sharedListNames[list];
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto max-w-[70ch] text-t2">{props.intro}</p>
        <ExportMenu path={path} search={query} many={false} />
        {can(props.importPermission ?? "master.edit") && (
          <Link className="btn" to={props.importHref}>
            <FileUp aria-hidden="true" />
            Import
          </Link>
        )}
        {(keeper || can("masterList.suggest")) && (
          <button type="button" className="btn btn-primary" onClick={() => setOpen("new")}>
            <Plus aria-hidden="true" />
            {keeper ? "Add" : "Propose"} a {one}
          </button>
        )}
      </div>
      <DataTable<T>
        name={`master-${list}`}
        title={label}
        path={path}
        columns={props.columns}
        filters={props.filters}
        defaultSort={props.defaultSort}
        embedded
        rowHref={hrefOf}
        peek={(row) => (
          <EntryPeek
            key={row.id}
            list={list}
            path={path}
            entry={row}
            name={nameOf(row)}
            facts={props.factsOf(row)}
            keeper={keeper}
            onEdit={() => setOpen(row)}
          />
        )}
        empty={{ title: `No ${label.toLowerCase()} yet`, text: `Add the first ${one}.` }}
      />
      {open && (
        <EntryDialog
          list={list}
          form={form}
          entry={open === "new" ? null : open}
          proposes={!keeper}
          fields={props.fields}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
