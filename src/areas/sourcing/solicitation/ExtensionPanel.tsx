import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Panel } from "#web/kit/states.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { SolicitationDetail } from "./solicitation.model.ts";

type Extension = SolicitationDetail["extensions"][number];

function Deadlines({ of }: { of: Extension }) {
  const { timeZone } = useAgency();
  return (
    <div className="mt-3">
      <Facts>
        <Fact label="Due">
          <s className="text-t3">{formatInstant(of.dueBefore, timeZone)}</s>{" "}
          {formatInstant(of.dueAfter, timeZone)}
        </Fact>
        <Fact label="Written by">
          {of.askedByName}, {formatInstant(of.askedAt, timeZone)}
        </Fact>
      </Facts>
    </div>
  );
}

/** What the reader may do with an addendum that waits: agree or decline; its writer takes it back. */
function Decisions({ extension, path }: { extension: Extension; path: string }) {
  const { can } = useAuth();
  const act = useMutationAction("solicitations");
  const [asking, setAsking] = useState<"agree" | "decline" | null>(null);
  const send = async (action: string, said: string, body?: object) => {
    setAsking(null);
    try {
      await act.mutateAsync({ path: `${path}/${extension.id}/actions/${action}`, body });
      notify.done(said);
    } catch (error) {
      notify.failed("Nothing changed", error);
    }
  };
  if (extension.mine)
    return (
      <button
        type="button"
        className="btn"
        onClick={() => void send("withdraw", "The addendum is taken back")}
      >
        Take back
      </button>
    );
  if (extension.late || !can("solicitation.approve")) return null;
  return (
    <>
      <button type="button" className="btn btn-primary" onClick={() => setAsking("agree")}>
        Agree
      </button>
      <button type="button" className="btn" onClick={() => setAsking("decline")}>
        Decline
      </button>
      {asking === "agree" && (
        <ConfirmDialog
          title="Publish the addendum with the later deadline?"
          description="A published deadline never moves back. Everybody who was told of the solicitation hears of it."
          confirm="Agree and publish"
          onClose={() => setAsking(null)}
          onConfirm={() => void send("agree", "The addendum is published")}
        >
          <p className="font-medium">{extension.title}</p>
          <p className="whitespace-pre-wrap">{extension.text}</p>
          <Deadlines of={extension} />
        </ConfirmDialog>
      )}
      {asking === "decline" && (
        <TextDialog
          title="Decline the later deadline"
          label="Why the deadline stays"
          confirm="Decline"
          onClose={() => setAsking(null)}
          onConfirm={(reason) => void send("decline", "The deadline stays", { reason })}
        />
      )}
    </>
  );
}

const said = (extension: Extension) =>
  extension.status === "declined"
    ? `Declined: ${extension.declineReason}`
    : extension.late
      ? "The deadline passed before a second person agreed: nothing was published."
      : extension.mine
        ? "It is published when somebody else agrees, a manager or an administrator."
        : "Moving a published deadline takes a second person.";

/** Addenda that would move the deadline: waiting for a second person, or declined. */
export function ExtensionPanels({ s }: { s: SolicitationDetail }) {
  return s.extensions.map((extension) => (
    <Panel
      key={extension.id}
      title={`Later deadline: ${extension.title}`}
      aside={
        <Badge
          tone={extension.status === "waiting" && !extension.late ? "warning" : "neutral"}
          label={
            extension.status === "declined" ? "Declined" : extension.late ? "Too late" : "Waiting"
          }
        />
      }
    >
      <p className="whitespace-pre-wrap">{extension.text}</p>
      <Deadlines of={extension} />
      <p className="mt-3 text-t2">{said(extension)}</p>
      {extension.status === "waiting" && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Decisions extension={extension} path={`/api/v1/solicitations/${s.id}/extensions`} />
        </div>
      )}
    </Panel>
  ));
}
