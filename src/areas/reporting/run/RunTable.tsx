import { useState } from "react";
import type { Permission } from "#kernel/access.ts";
import { pathTo } from "#areas.ts";
import type { BatchAction } from "#web/kit/table/selection.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { PublishDialog } from "../publication/PublishDialog.tsx";
import type { KeptRunRow } from "./run.model.ts";

const columns: readonly Column<KeptRunRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (x) => x.number },
  { id: "name", label: "Report", kind: "text", value: (x) => x.name },
  { id: "finding", label: "Finding", kind: "text", sortable: false, value: (x) => x.finding },
  { id: "keptBy", label: "Kept by", kind: "text", sortable: false, value: (x) => x.keptBy },
  { id: "keptAt", label: "Kept", kind: "instant", value: (x) => x.keptAt },
];
const filters: readonly Filter[] = [
  { id: "mine", label: "Kept by me", kind: "flag", pinned: true },
  { id: "shared", label: "Shared", kind: "flag" },
];

const packet: BatchAction = {
  label: "Packet as PDF",
  idsOnly: true,
  run: ({ ids }, clear) =>
    void download(`/api/v1/kept-run-packets?ids=${[...ids].join(",")}`)
      .then(clear)
      .catch((error: unknown) => notify.failed("The packet could not be made", error)),
};

/** What reports said: of all reports, or of one. */
export function RunTable({ fixed }: { fixed?: string }) {
  const { me } = useAuth();
  const ask = useMutationAction("jobs", "evidence-packages");
  const evidence: BatchAction = {
    label: "Evidence package",
    idsOnly: true,
    run: ({ ids }, clear) =>
      ask.mutate(
        {
          path: "/api/v1/evidence-packages",
          body: { title: "Packet of kept runs", objectIds: [...ids] },
        },
        {
          onSuccess: () => {
            clear();
            notify.done(
              "The package is being made",
              "The tray of long work offers it when it is ready.",
            );
          },
          onError: (error) => notify.failed("The package could not be asked for", error),
        },
      ),
  };
  const [publishing, setPublishing] = useState<readonly string[] | null>(null);
  const publish: BatchAction = {
    label: "Publish as one",
    idsOnly: true,
    run: ({ ids }) => setPublishing(ids),
  };
  const may = (permission: Permission) => me?.permissions.includes(permission);
  const batch = [
    packet,
    ...(may("evidence.take") ? [evidence] : []),
    ...(may("report.publish") ? [publish] : []),
  ];
  return (
    <>
      <DataTable<KeptRunRow>
        name="kept-runs"
        title="Kept runs"
        path="/api/v1/kept-runs"
        columns={columns}
        filters={filters}
        batch={batch}
        {...(fixed && { fixed, embedded: true })}
        defaultSort="-keptAt"
        rowHref={(x) => pathTo("keptRun", { id: x.id })}
        empty={{
          title: "Nothing kept yet",
          text: "A report says what is so now. Keep a run where what it said must stand.",
        }}
      />
      {publishing && (
        <PublishDialog
          runs={publishing.map((id) => ({ id }))}
          onClose={() => setPublishing(null)}
        />
      )}
    </>
  );
}
