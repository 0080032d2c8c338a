import { useState, type RefObject } from "react";
import { counted } from "#kernel/words.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { Bubble } from "../widget/Bubble.tsx";
import type { ConversationDetail, CopilotMessage, ShownSource } from "./conversation.model.ts";
import { Offer } from "./Offer.tsx";
import { Sources } from "./Sources.tsx";

const asShown = ({ id, role, text, createdAt }: CopilotMessage) => ({
  ...{ id, text, timestamp: createdAt },
  from: role === "user" ? ("user" as const) : ("agent" as const),
});

function Message({
  message,
  chosen,
  onChoose,
}: {
  message: CopilotMessage;
  chosen: boolean;
  onChoose: (open: boolean) => void;
}) {
  return (
    <li className="grid gap-2">
      <Bubble message={asShown(message)} />
      {message.proposal && <Offer message={message} />}
      {message.sources.length > 0 && (
        <>
          <button
            type="button"
            className="btn btn-quiet btn-small justify-self-start lg:hidden"
            onClick={() => onChoose(true)}
          >
            {counted(message.sources.length, "source")}
          </button>
          <button
            type="button"
            className="btn btn-quiet btn-small hidden justify-self-start lg:inline-flex"
            aria-pressed={chosen}
            onClick={() => onChoose(false)}
          >
            {counted(message.sources.length, "source")}
          </button>
        </>
      )}
    </li>
  );
}

/** What was asked and answered; beside an answer its sources, opened, on a phone as a sheet. */
export function Conversation({
  of,
  asked,
  end,
}: {
  of: ConversationDetail | null;
  /** What is being answered. */
  asked: string | null;
  end: RefObject<HTMLDivElement | null>;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [sheet, setSheet] = useState<readonly ShownSource[] | null>(null);
  const messages = of?.messages ?? [];
  const answers = messages.filter(({ sources }) => sources.length > 0);
  const beside = answers.find(({ id }) => id === chosen) ?? answers.at(-1);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <ol
        className="copilot-log grid content-start gap-4"
        aria-live="polite"
        aria-busy={asked !== null}
      >
        {messages.map((message) => (
          <Message
            key={message.id}
            message={message}
            chosen={message.id === beside?.id}
            onChoose={(open) => (open ? setSheet(message.sources) : setChosen(message.id))}
          />
        ))}
        {asked && (
          <li className="grid gap-2">
            <Bubble message={{ id: "asked", from: "user", text: asked, timestamp: "" }} />
            <p className="chat-wait" role="status">
              Looking …
            </p>
          </li>
        )}
        <li aria-hidden="true">
          <div ref={end} />
        </li>
      </ol>
      {beside && (
        <aside className="hidden content-start gap-3 lg:grid" aria-label="Sources of the answer">
          <h2>What it rests on</h2>
          <Sources of={beside.sources} />
        </aside>
      )}
      {sheet && (
        <Dialog title="What it rests on" onClose={() => setSheet(null)}>
          <Sources of={sheet} />
        </Dialog>
      )}
    </div>
  );
}
