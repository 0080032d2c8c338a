import { Link, useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { isRecordSource, type RecordSource } from "../finding/finding.labels.ts";
import type { TakenDraft } from "../finding/taken.model.ts";
import { Dialog, dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { FindingTable } from "./FindingTable.tsx";

const FindingDialog = dialogOnDemand(
  async () => (await import("./FindingDialog.tsx")).FindingDialog,
);

function TakeOver({
  source,
  of,
  onClose,
}: {
  source: RecordSource;
  of: string;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const draft = useGet<TakenDraft>(
    "audit-findings",
    `/api/v1/audit-finding-drafts?source=${source}&sourceId=${of}`,
  );
  if (draft.isPending) return null;
  if (!draft.data || draft.data.finding)
    return (
      <Dialog onClose={onClose} title="Take over as a finding">
        {draft.data?.finding ? (
          <p>
            {draft.data.sourceNumber} was taken over as{" "}
            <Link to={pathTo("auditFinding", { id: draft.data.finding.id })}>
              {draft.data.finding.number}
            </Link>
            .
          </p>
        ) : (
          <ErrorPanel error={draft.error} what="What it says of a finding" />
        )}
      </Dialog>
    );
  return (
    <FindingDialog
      of={null}
      audit={null}
      taken={draft.data}
      onClose={onClose}
      onDone={(id) => void navigate(pathTo("auditFinding", { id }))}
    />
  );
}

/** Findings that are for the reader, of all audits and other sources; `?take=control&of=…` takes one over. */
export default function FindingsPage() {
  const [search, setSearch] = useSearchParams();
  const [source, of] = [search.get("take") ?? "", search.get("of") ?? ""];
  return (
    <>
      <FindingTable />
      {isRecordSource(source) && of && (
        <TakeOver
          source={source}
          of={of}
          onClose={() => setSearch((now) => (now.delete("take"), now.delete("of"), now))}
        />
      )}
    </>
  );
}
