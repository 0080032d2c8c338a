import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { paperKinds, paperStatuses } from "./paper.labels.ts";
import type { CloseoutStanding } from "./paper.model.ts";
import { PaperTable } from "./PaperTable.tsx";

type Of = { standing: CloseoutStanding };

function Found({ standing: s, projectId }: Of & { projectId: string }) {
  const tab = `${pathTo("project", { id: projectId })}?tab=closeout`;
  return (
    <Finding
      parts={[
        ...s.withholding
          .filter(({ ok }) => !ok)
          .map(({ number, citation, contractId }) => ({
            text: `${number} is not settled before the withholding tax certificate is in (${citation})`,
            to: `${pathTo("contract", { id: contractId })}?tab=closeout`,
          })),
        ...(s.toHandIn > 0
          ? [
              {
                text: `${counted(s.toHandIn, "paper is", "papers are")} to be handed in`,
                to: `${tab}&status=asked,back`,
              },
            ]
          : []),
        ...(s.toAccept > 0
          ? [
              {
                text: `${counted(s.toAccept, "paper waits", "papers wait")} to be accepted`,
                to: `${tab}&status=sent`,
              },
            ]
          : []),
        ...(s.late > 0 ? [{ text: `${s.late} past the day`, to: `${tab}&late=true` }] : []),
      ]}
      none={
        s.accepted > 0
          ? "Every paper that was asked for is accepted."
          : "No paper is asked for yet: ask for the usual ones."
      }
    />
  );
}

const shown = ["asked", "back", "sent", "accepted"] as const;

function Parties({ standing }: Of) {
  if (standing.parties.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>By whom</h2>
      <ul className="punch-places">
        {standing.parties.map(({ party, kinds }) => (
          <li key={party}>
            <span>{party}</span>
            <ol aria-label={`Papers of ${party}`} className="paper-kinds">
              {kinds.flatMap(({ kind, papers }) =>
                papers.map((paper) => {
                  const said = `${paper.number} ${paper.title}: ${paperStatuses[paper.status].label}${paper.late ? ", past its day" : ""}`;
                  return (
                    <li key={paper.id}>
                      <Link
                        to={pathTo("closeoutPaper", { id: paper.id })}
                        data-state={paper.status}
                        {...(paper.late && { "data-late": true })}
                        title={said}
                        aria-label={said}
                      >
                        {paperKinds[kind].split(" ")[0]}
                      </Link>
                    </li>
                  );
                }),
              )}
            </ol>
          </li>
        ))}
      </ul>
      <ul className="field-days-key" aria-label="What the colors say">
        {shown.map((state) => (
          <li key={state}>
            <span className="punch-key" data-state={state} aria-hidden="true" />
            {paperStatuses[state].label}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AskUsual({ projectId }: { projectId: string }) {
  const act = useMutationAction<{ asked: number }>("closeout-papers", "projects");
  const ask = () =>
    act.mutate(
      { path: `/api/v1/projects/${projectId}/actions/askPapers`, body: {} },
      {
        onSuccess: ({ asked }) => notify.done(`${counted(asked, "paper")} asked for`),
        onError: (error) => notify.failed("Nothing was asked for", error),
      },
    );
  return (
    <button type="button" className="btn btn-quiet" disabled={act.isPending} onClick={ask}>
      Ask for the usual papers
    </button>
  );
}

/** The papers that a project hands over at its end: what lacks, by whom, every one. */
export function CloseoutPapers({ projectId, open }: { projectId: string; open: ReactNode }) {
  const { data, error, refetch } = useGet<CloseoutStanding>(
    "closeout-papers",
    `/api/v1/projects/${projectId}/closeout`,
  );
  return (
    <>
      {error && <ErrorPanel error={error} what="Its papers" onRetry={() => void refetch()} />}
      {data && (
        <>
          <Found standing={data} projectId={projectId} />
          <Parties standing={data} />
        </>
      )}
      {open}
      <section className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">Papers</h2>
          {data?.takesPapers !== false && (
            <>
              <Held permission="project.edit" what="Ask for the usual papers">
                <AskUsual projectId={projectId} />
              </Held>
              <Held permission="project.edit" what="Ask for another">
                <Link
                  className="btn btn-secondary"
                  to={pathTo("closeoutPaperNew", { id: projectId })}
                >
                  <Plus aria-hidden="true" />
                  Ask for another
                </Link>
              </Held>
            </>
          )}
        </div>
        <PaperTable projectId={projectId} />
      </section>
    </>
  );
}
