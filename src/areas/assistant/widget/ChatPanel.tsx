import { Send, X } from "lucide-react";
import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type FormEvent,
  type KeyboardEvent,
} from "react";
import { useSearchParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { brandingOf, defaultBranding, textOn, type Branding } from "../chat/branding.model.ts";
import { ask } from "./ask.ts";
import { Bubble } from "./Bubble.tsx";
import { levelOf, levels, type Shown } from "./chat.labels.ts";

type Configured = { branding_config: Partial<Branding> | null };
const sorry = "I apologize, but I encountered an error. Please try again.";

/** Branding by SPEC 7: a failure is logged and the defaults stay. */
const useBranding = (userId: string | null): Branding => {
  const agentId = useSearchParams()[0].get("agent");
  const [branding, setBranding] = useState(defaultBranding);
  useEffect(() => {
    if (!userId) return setBranding(defaultBranding);
    const agent = agentId
      ? api<(Configured & { welcome_message: string | null }) | null>(
          `/api/v1/product_agents/${agentId}`,
        )
      : null;
    void Promise.all([
      api<{ organization: Configured } | null>("/api/v1/organization_members", {
        query: { user_id: userId },
      }),
      agent,
    ]).then(
      ([member, own]) => setBranding(brandingOf(member?.organization, own)),
      (error: unknown) => console.warn("branding not read:", error),
    );
  }, [userId, agentId]);
  return branding;
};

const now = () => new Date().toISOString();

/**
 * What was said, and how to say more (SPEC 4): nothing is sent while an answer comes or while
 * nothing is typed.
 */
const useConversation = () => {
  const [messages, setMessages] = useState<Shown[]>([]);
  const [loading, setLoading] = useState(false);
  const send = async (text: string) => {
    const question = text.trim();
    if (loading || !question) return;
    const mine: Shown = { id: crypto.randomUUID(), from: "user", text: question, timestamp: now() };
    const id = crypto.randomUUID();
    const history = [...messages, mine];
    setMessages(history);
    setLoading(true);
    const change = (by: (message: Shown) => Shown) =>
      setMessages((all) =>
        (all.some((m) => m.id === id)
          ? all
          : [...all, { id, from: "agent" as const, text: "", timestamp: now() }]
        ).map((m) => (m.id === id ? by(m) : m)),
      );
    try {
      await ask(
        history.map((m) => ({
          role: m.from === "user" ? ("user" as const) : ("assistant" as const),
          content: m.text,
        })),
        {
          onText: (more) => change((m) => ({ ...m, text: m.text + more })),
          onCitations: (citations) => change((m) => ({ ...m, citations })),
        },
      );
    } catch (error) {
      console.warn("assistant:", error);
      change((m) => ({ ...m, text: m.text ? `${m.text}\n\n${sorry}` : sorry }));
    } finally {
      setLoading(false);
    }
  };
  return { messages, loading, send };
};

/** The assistant's panel: 24rem by 600, a sheet of the whole screen on a phone. */
export default function ChatPanel({ onClose }: { onClose: () => void }) {
  const { loading: authLoading, user } = useAuth();
  const branding = useBranding(user?.id ?? null);
  const { messages, loading, send } = useConversation();
  const [text, setText] = useState("");
  const end = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const level = levels[levelOf({ loading: authLoading, user })];
  useEffect(() => {
    field.current?.focus();
  }, []);
  // In braces: newer browsers answer a promise, which is no clean-up.
  useEffect(() => {
    end.current?.scrollIntoView({ block: "end" });
  }, [messages]);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (loading || !text.trim()) return;
    void send(text);
    setText("");
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };
  const colors = {
    "--agent": branding.primaryColor,
    "--agent-text": textOn(branding.primaryColor),
  } as CSSProperties;
  return (
    <section
      className="chat"
      role="dialog"
      aria-label="Assistant"
      style={colors}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <header>
        {branding.logoUrl?.startsWith("/") && <img src={branding.logoUrl} alt="" />}
        <div>
          <b>{branding.companyName}</b>
          <span>
            {level.name}: {level.about}
          </span>
        </div>
        <button
          type="button"
          className="btn btn-quiet btn-icon btn-small"
          aria-label="Close the assistant"
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      <div className="chat-log" role="log" aria-live="polite" aria-busy={loading} tabIndex={0}>
        <Bubble
          message={{ id: "welcome", from: "agent", text: branding.welcomeMessage, timestamp: "" }}
        />
        {messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
        {loading && messages.at(-1)?.from === "user" && (
          <p className="chat-wait" role="status">
            Looking …
          </p>
        )}
        <div ref={end} />
      </div>
      <form onSubmit={submit}>
        <label className="visually-hidden" htmlFor="chat-text">
          Your question
        </label>
        <textarea
          id="chat-text"
          ref={field}
          className="field-control"
          rows={2}
          maxLength={4000}
          placeholder="Ask a question"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
        <button
          type="submit"
          className="btn btn-primary btn-icon"
          aria-label="Send"
          aria-disabled={loading || !text.trim()}
        >
          <Send aria-hidden="true" />
        </button>
      </form>
    </section>
  );
}
