import { MessageSquarePlus, Settings } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { FindingPanel } from "#areas/agents/agents.ui.tsx";
import { AskForm } from "./AskForm.tsx";
import { Conversation } from "./Conversation.tsx";
import type { ConversationDetail, CopilotHome } from "./conversation.model.ts";
import { Earlier } from "./Earlier.tsx";
import { Home } from "./Home.tsx";

const KeepDialog = dialogOnDemand(async () => (await import("./KeepDialog.tsx")).KeepDialog);
const path = "/api/v1/copilot-conversations";

const partsOf = ({ approvals, findings, stuck }: CopilotHome): FindingPart[] => [
  ...(approvals > 0
    ? [
        {
          text: `${counted(approvals, "approval waits", "approvals wait")} for you`,
          to: "/approvals-inbox",
        },
      ]
    : []),
  ...(findings.total > 0
    ? [
        {
          text: `agents found ${counted(findings.total, "thing")} in your records${findings.cents > 0 ? `, ${formatCents(findings.cents)} at stake` : ""}`,
          to: "/ai-hub",
        },
      ]
    : []),
  ...(stuck.total > 0
    ? [
        {
          text: `${counted(stuck.total, "request of yours waits", "requests of yours wait")} for others`,
        },
      ]
    : []),
];

/** What is asked and answered; a question begins a conversation where none is open. */
const useAsking = (id: string | null, open: (id: string) => void) => {
  const [asked, setAsked] = useState<string | null>(null);
  const send = useMutationAction<ConversationDetail>("copilot-conversations");
  const ask = async (question: string): Promise<boolean> => {
    setAsked(question);
    try {
      const told = await send.mutateAsync({
        path: id ? `${path}/${id}/actions/ask` : path,
        body: { question },
      });
      open(told.id);
      return true;
    } catch (error) {
      notify.failed("It was not answered", error);
      return false;
    } finally {
      setAsked(null);
    }
  };
  return { asked, ask };
};

function Head({ open, keepDays, begin }: { open: boolean; keepDays: number; begin: () => void }) {
  const { can } = useAuth();
  const [keeping, setKeeping] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto text-22 font-semibold">Copilot</h1>
      {open && (
        <button type="button" className="btn" onClick={begin}>
          <MessageSquarePlus aria-hidden="true" /> New conversation
        </button>
      )}
      <Earlier />
      {can("agent.configure") && (
        <button
          type="button"
          className="btn btn-quiet btn-icon"
          aria-label="How long conversations are kept"
          onClick={() => setKeeping(true)}
        >
          <Settings aria-hidden="true" />
        </button>
      )}
      {keeping && <KeepDialog keepDays={keepDays} onClose={() => setKeeping(false)} />}
    </div>
  );
}

/** What waits for whoever asks and what is stuck on whom; questions about it, each with its sources. */
export default function CopilotPage() {
  const [search, setSearch] = useSearchParams();
  const id = search.get("conversation");
  const proposal = search.get("finding");
  const home = useGet<CopilotHome>("copilot", "/api/v1/copilot", { anew: true });
  const conversation = useGet<ConversationDetail>("copilot-conversations", `${path}/${id}`, {
    enabled: id !== null,
  });
  const end = useRef<HTMLDivElement>(null);
  const { asked, ask } = useAsking(id, (now) => setSearch({ conversation: now }));
  const said = conversation.data?.messages.length ?? 0;
  useEffect(() => {
    if (said > 2 || asked) end.current?.scrollIntoView({ block: "end" });
  }, [said, asked]);
  if (home.isPending) return <RecordSkeleton />;
  if (!home.data) return <ErrorPanel error={home.error} what="The copilot" />;
  return (
    <div className="stack">
      <Head open={id !== null} keepDays={home.data.keepDays} begin={() => setSearch({})} />
      <Finding
        parts={partsOf(home.data)}
        none="Nothing waits for you, and nothing of yours is stuck."
      />
      {proposal && (
        <Suspense fallback={<RecordSkeleton />}>
          <FindingPanel id={proposal} />
        </Suspense>
      )}
      {id === null && <AskForm asking={asked !== null} onAsk={ask} />}
      {id === null && !asked && <Home home={home.data} onAsk={ask} />}
      {id !== null && conversation.error && (
        <ErrorPanel error={conversation.error} what="The conversation" />
      )}
      {(conversation.data || asked) && (
        <Conversation
          of={id === null ? null : (conversation.data ?? null)}
          asked={asked}
          end={end}
        />
      )}
      {id !== null && <AskForm asking={asked !== null} onAsk={ask} />}
      <p className="text-13 text-t2">
        {home.data.model
          ? "A language model betters the words; every figure is a list’s own."
          : "No language model is connected: answers are made of records that you may read and of the guide."}{" "}
        Only you read what you ask here; it is kept for {counted(home.data.keepDays, "day")}.
      </p>
    </div>
  );
}
