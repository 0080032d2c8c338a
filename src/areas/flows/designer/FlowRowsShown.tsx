import { onDemand } from "#web/kit/onDemand.ts";
import { TableSkeleton } from "#web/kit/states.tsx";
import type { FlowKind } from "../definition/flow.labels.ts";
import type { FlowVersion } from "../definition/flow.model.ts";

const rows = onDemand(async () => (await import("./FlowRows.tsx")).FlowRows, false);

/** The workflows of an agency, for pages of other areas that begin without them. */
export function FlowRowsShown(props: { all: readonly FlowVersion[]; kind: FlowKind | null }) {
  const Rows = rows.usePart(true);
  return Rows ? <Rows {...props} /> : <TableSkeleton columns={2} label="Looking for workflows" />;
}
