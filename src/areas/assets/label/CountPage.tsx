import { useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { messageOf } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ScanButton } from "#web/kit/scan/ScanButton.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { countStatuses } from "./count.labels.ts";
import type { CountDetail } from "./count.model.ts";

type Line = CountDetail["lines"][number];
type Answer = { number: string; again: boolean };

// A scanner types what the code says and presses Enter; a person may type the tag, or walk with the camera on.
function Scan({ count }: { count: CountDetail }) {
  const act = useMutationAction<Answer>("asset-counts");
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  const found = async (tag: string, scanned: boolean): Promise<string> => {
    const { number, again } = await act.mutateAsync({
      path: `/api/v1/asset-counts/${count.id}/found`,
      body: { tag, scanned },
    });
    return again ? `${number} was found before.` : `${number} is found.`;
  };
  const byCamera = (code: string) =>
    found(code, true).then(
      (is) => ({ said: `${is} Hold the next label into the picture.` }),
      (error: unknown) => ({ said: `${messageOf(error)} Scan another one.`, wrong: true }),
    );
  const find = async (event: React.FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? "";
    if (!text) return;
    try {
      setSaid(await found(text, text.includes("/label/")));
      field.current!.value = "";
    } catch (error) {
      setSaid("");
      notify.failed("Nothing was found by this label", error);
    }
    field.current?.focus();
  };
  return (
    <Panel title="Scan or type a label">
      <form className="flex flex-wrap items-end gap-3" onSubmit={(event) => void find(event)}>
        <label className="field grow">
          <span className="label">Label</span>
          <input ref={field} className="field-control mono" autoComplete="off" maxLength={200} />
        </label>
        <button className="btn btn-primary">It is here</button>
        <ScanButton what="labels" onCode={byCamera} />
      </form>
      <p role="status" className="mt-2">
        {said}
      </p>
    </Panel>
  );
}

function Lines({
  count,
  onExplain,
}: {
  count: CountDetail;
  onExplain: ((l: Line) => void) | null;
}) {
  const { timeZone } = useAgency();
  return (
    <ul className="grid gap-3">
      {count.lines.map((line) => (
        <li key={line.assetId} className="grid gap-1">
          <span>
            <Link to={pathTo("asset", { id: line.assetId })}>
              <span className="mono">{line.number}</span> {line.name}
            </Link>
            {line.location && <span className="text-t2"> · {line.location}</span>}
          </span>
          <span className="text-13 text-t2">
            {line.foundAt
              ? `Found ${formatInstant(line.foundAt, timeZone)} by ${line.foundBy ?? "a former member"}, ${line.scanned ? "scanned" : "typed"}`
              : line.missingReason || "Not found yet"}
          </span>
          {!line.foundAt && onExplain && (
            <button
              type="button"
              className="btn btn-small justify-self-start"
              onClick={() => onExplain(line)}
            >
              Say what became of it
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** /asset-management/counts/:id: what a count looks for, and what was found. */
export default function CountPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [line, setLine] = useState<Line | null>(null);
  const [closing, setClosing] = useState(false);
  const path = `/api/v1/asset-counts/${id}`;
  const found = useGet<CountDetail>("asset-counts", path, { first: true });
  if (found.isError) return <ErrorPanel error={found.error} what="The count" />;
  if (!found.data) return <RecordSkeleton />;
  const count = found.data;
  const open = count.status === "open";
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Count {count.number}</h1>
        <StatusBadge statuses={countStatuses} status={count.status} />
        {open && can("asset.edit") && (
          <button type="button" className="btn" onClick={() => setClosing(true)}>
            Close the count
          </button>
        )}
      </div>
      {open && can("workOrder.work") && <Scan count={count} />}
      <Panel title="Assets" aside={`${count.found} of ${count.assets} found`}>
        <Lines count={count} onExplain={open && can("asset.edit") ? setLine : null} />
      </Panel>
      {line && (
        <PostDialog
          title={`What became of ${line.number}`}
          path={`${path}/missing`}
          submit="Save"
          nouns={["asset-counts"]}
          values={{ assetId: line.assetId, reason: line.missingReason }}
          onClose={() => setLine(null)}
        >
          <ReasonField label="What is known" maxLength={500} />
        </PostDialog>
      )}
      {closing && (
        <PostDialog
          title="Close the count"
          description={`${count.found} of ${count.assets} assets were found. A closed count stays as it is.`}
          path={`${path}/actions/close`}
          submit="Close it"
          nouns={["asset-counts"]}
          version={count.version}
          values={{}}
          onClose={() => setClosing(false)}
        >
          <p>Somebody other than {count.openedBy} closes it.</p>
        </PostDialog>
      )}
    </div>
  );
}
