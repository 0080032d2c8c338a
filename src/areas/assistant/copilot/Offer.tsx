import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { CopilotMessage } from "./conversation.model.ts";

const outcomes = {
  accepted: "Done",
  dismissed: "You left it undone.",
  superseded: "Nothing was done",
} as const;

/** What the copilot offers to do: nothing happens before the person accepts it. */
export function Offer({ message }: { message: CopilotMessage }) {
  const act = useMutationAction<CopilotMessage>("copilot-conversations", "copilot", "tasks");
  const decide = async (action: "accept" | "dismiss") => {
    try {
      const { decided, said } = await act.mutateAsync({
        path: `/api/v1/copilot-messages/${message.id}/actions/${action}`,
        version: message.version,
      });
      if (decided === "accepted") notify.done("Done", said);
      if (decided === "superseded") notify.failed("Nothing was done", new Error(said));
    } catch (error) {
      notify.failed("It was not done", error);
    }
  };
  const { proposal, decided, said } = message;
  if (!proposal) return null;
  return (
    <section
      className="grid gap-3 rounded border border-hair p-3"
      aria-label={`Proposed: ${proposal.label}`}
    >
      <h3>{proposal.label}</h3>
      <dl className="grid gap-1">
        {proposal.changes.map(({ label, from, to }) => (
          <div key={label} className="flex flex-wrap gap-2">
            <dt className="text-13 text-t2">{label}</dt>
            <dd>
              {from && <del className="mr-2 text-t2">{from}</del>}
              <ins className="font-medium no-underline">{to}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {decided ? (
        <p role="status" className="text-t2">
          {said || outcomes[decided]}
        </p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="btn btn-primary"
            disabled={act.isPending}
            onClick={() => void decide("accept")}
          >
            Accept
          </button>
          <button
            type="button"
            className="btn"
            disabled={act.isPending}
            onClick={() => void decide("dismiss")}
          >
            Leave it
          </button>
        </div>
      )}
    </section>
  );
}
