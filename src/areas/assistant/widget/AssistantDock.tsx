import { MessageCircleQuestion, MessageSquarePlus } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "#web/kit/newer.ts";

const ChatPanel = lazyPart(() => import("./ChatPanel.tsx"));
const FeedbackForm = lazyPart(() => import("./FeedbackForm.tsx"));

/**
 * The floating buttons of the shell: the assistant and the feedback form; what they open loads when
 * it is opened. On phones, where they would lie over cards, it is hidden and the account menu
 * presses its buttons.
 */
export function AssistantDock() {
  const [open, setOpen] = useState<"chat" | "feedback" | null>(null);
  const close = () => setOpen(null);
  const opener = useRef<HTMLButtonElement>(null);
  const chatted = useRef(false);
  // The button is gone while the panel is open: the focus goes back to the new one, on phones to
  // the menu that opened it.
  useEffect(() => {
    if (chatted.current && open !== "chat")
      (opener.current?.checkVisibility()
        ? opener.current
        : document.querySelector<HTMLElement>(".avatar")
      )?.focus();
    chatted.current = open === "chat";
  }, [open]);
  return (
    <>
      {open !== "chat" && (
        <div className="dock">
          <button
            type="button"
            className="dock-small"
            aria-label="Send feedback"
            data-tooltip="Send feedback"
            aria-haspopup="dialog"
            onClick={() => setOpen("feedback")}
          >
            <MessageSquarePlus aria-hidden="true" />
          </button>
          <button
            type="button"
            ref={opener}
            className="dock-chat"
            aria-label="Open the assistant"
            data-tooltip="Ask the assistant"
            aria-haspopup="dialog"
            onClick={() => setOpen("chat")}
          >
            <MessageCircleQuestion aria-hidden="true" />
          </button>
        </div>
      )}
      <Suspense>
        {open === "chat" && <ChatPanel onClose={close} />}
        {open === "feedback" && <FeedbackForm onClose={close} />}
      </Suspense>
    </>
  );
}
