import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { DataTable, type BatchAction } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { punchStatuses } from "./punch.labels.ts";
import type { PunchRow, VerifiedMany } from "./punch.model.ts";

const columns: readonly Column<PunchRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (i) => i.number },
  {
    id: "what",
    label: "To be done",
    kind: "text",
    leads: true,
    value: (i) => i.what,
    sortable: false,
  },
  { id: "place", label: "Place", kind: "text", value: (i) => i.place, sortable: true },
  { id: "project", label: "Project", kind: "text", value: (i) => i.project, sortable: false },
  { id: "party", label: "Responsible", kind: "text", value: (i) => i.party, sortable: false },
  { id: "dueOn", label: "Due", kind: "day", value: (i) => i.dueOn },
  {
    id: "costToComplete",
    label: "To complete",
    kind: "money",
    value: (i) => i.costToComplete,
    sortable: true,
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (i) => i.status,
    statuses: punchStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(punchStatuses) },
  { id: "late", label: "Past its day", kind: "flag" },
  { id: "dueOn", label: "Due", kind: "day" },
];

const tell = ({ done, refused }: VerifiedMany) => {
  if (done > 0) notify.done(`${counted(done, "item")} verified`);
  const [first] = refused;
  if (first)
    notify.failed(
      `${counted(refused.length, "item")} stayed as before`,
      new Error(`${first.number}: ${first.reason}`),
    );
};

/** Punch items of the agency, or of one project; whoever may verifies many at once. */
export function PunchTable({ projectId }: { projectId?: string }) {
  const { can } = useAuth();
  const verify = useMutationAction<VerifiedMany>("punch-items", "projects");
  const batch: readonly BatchAction[] = [
    {
      label: "Verify",
      tone: "primary",
      idsOnly: true,
      run: ({ ids }, clear) =>
        verify.mutate(
          { path: "/api/v1/punch-items/actions/verify", body: { ids } },
          {
            onSuccess: tell,
            onError: (error) => notify.failed("Nothing was verified", error),
            onSettled: clear,
          },
        ),
    },
  ];
  return (
    <DataTable<PunchRow>
      name={projectId ? "project-punch-items" : "punch-items"}
      title="Punch items"
      path="/api/v1/punch-items"
      {...(projectId && { fixed: `projectId=${projectId}` })}
      columns={projectId ? columns.filter(({ id }) => id !== "project") : columns}
      filters={filters}
      defaultSort="place"
      embedded
      exportable
      {...(can("punchItem.verify") && { batch })}
      rowHref={(i) => pathTo("punchItem", { id: i.id })}
      empty={{
        title: "Nothing is on the punch list",
        text: "Whoever walks the site adds what is left to complete or correct, each with a photo and what it costs.",
      }}
    />
  );
}
