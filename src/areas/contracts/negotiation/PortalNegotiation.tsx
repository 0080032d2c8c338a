import { useParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { PortalFrame } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { download } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { AnswerRound } from "./AnswerRound.tsx";
import { answerKinds } from "./negotiation.labels.ts";
import type { VendorRound } from "./negotiation.model.ts";
import { ReturnFile } from "./ReturnFile.tsx";
import { Fixed, SentTerms } from "./SentRound.tsx";

const save = (path: string) =>
  void download(path).catch((error: unknown) => notify.failed("The file did not come", error));

function Answered({ round: r }: { round: VendorRound }) {
  return (
    <ol className="stack">
      {r.clauses.map((c) => (
        <li key={c.id}>
          <Panel title={`${c.position}. ${c.name}`}>
            <div className="grid gap-2">
              <p className="whitespace-pre-wrap">{c.text}</p>
              {c.answer && (
                <p>
                  <b className="font-medium">Your answer:</b> {answerKinds[c.answer.answer]}
                </p>
              )}
              {c.answer?.text && <p className="whitespace-pre-wrap">{c.answer.text}</p>}
              {c.answer?.remark && <p className="whitespace-pre-wrap">“{c.answer.remark}”</p>}
              {c.answer?.decision && (
                <p>
                  <b className="font-medium">The agency:</b>{" "}
                  {
                    {
                      accepted: "takes your text",
                      refused: "keeps its text",
                      countered: "proposes another text",
                    }[c.answer.decision] satisfies string
                  }
                  {c.answer.note && `. ${c.answer.note}`}
                </p>
              )}
              {c.answer?.counterText && (
                <p className="whitespace-pre-wrap">{c.answer.counterText}</p>
              )}
            </div>
          </Panel>
        </li>
      ))}
    </ol>
  );
}

const standing = (r: VendorRound): string =>
  ({
    sent: `${r.agency} asks for your answer by ${formatDate(r.answerBy)}. Answer every clause: accept it, propose another text, or write a remark.`,
    answered: `You answered. ${r.agency} decides; you get a letter.`,
    settled: "Everything in this round is decided.",
    withdrawn: `${r.agency} took this round back. ${r.endedReason ?? ""}`,
  })[r.status];

function Body({ path }: { path: string }) {
  const view = useGet<VendorRound>("vendor-negotiations", path, { first: true });
  if (view.isPending) return <RecordSkeleton />;
  if (!view.data) return <ErrorPanel error={view.error} what="This round" />;
  const r = view.data;
  const open = r.status === "sent" || r.status === "answered";
  return (
    <>
      <Panel title={`${r.contractNumber} ${r.contractTitle}, round ${r.roundNo}`}>
        <div className="grid gap-3">
          <p>{standing(r)}</p>
          {r.message && <p className="whitespace-pre-wrap">“{r.message}”</p>}
          <SentTerms terms={r.terms} />
          <Fixed round={r} />
          <div className="flex flex-wrap gap-2">
            <button type="button" className="btn btn-small" onClick={() => save(`${path}/text`)}>
              Save as text
            </button>
            <button type="button" className="btn btn-small" onClick={() => save(`${path}/content`)}>
              Save the exact bytes
            </button>
          </div>
        </div>
      </Panel>
      {r.status === "sent" && r.intact ? (
        <AnswerRound path={path} round={r} />
      ) : (
        <Answered round={r} />
      )}
      <ReturnFile path={path} files={r.files} open={open} />
    </>
  );
}

/** /vendor-portal/negotiations/:orgId/:id: a vendor's person reads a round and answers each clause. */
export default function PortalNegotiation() {
  const { orgId = "", id = "" } = useParams();
  return (
    <PortalFrame title="Negotiation" sub="Terms and clauses that the agency proposes.">
      <Body path={`/api/v1/vendor-negotiations/${orgId}/${id}`} />
    </PortalFrame>
  );
}
