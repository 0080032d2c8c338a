import { Link } from "react-router";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { CopilotHome } from "./conversation.model.ts";

const item = "grid content-start gap-1 rounded border border-hair p-3";

// What a connected program proposes is decided here: it has no page of an agent.
const hrefOf = ({ agent, id }: { agent: string; id: string }): string =>
  agent === "connected" ? `/ai-copilot?finding=${id}` : `/${agent}-agent?finding=${id}`;

function Waits({ findings }: { findings: CopilotHome["findings"] }) {
  return (
    <section className="grid content-start gap-3">
      <h2>Found in your records</h2>
      {findings.items.length === 0 && (
        <p className="text-t2">Nothing waits of what agents found.</p>
      )}
      <ul className="grid gap-3">
        {findings.items.map((each) => (
          <li key={each.id} className={item}>
            <Link to={hrefOf(each)}>{each.what}</Link>
            <p className="text-13 text-t2">
              {[
                each.subjectNumber,
                each.cents > 0 && `${formatCents(each.cents)} at stake`,
                each.dueOn && `until ${formatDate(each.dueOn)}`,
                each.proposed && `proposed: ${each.proposed}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Stuck({
  stuck,
  onAsk,
}: {
  stuck: CopilotHome["stuck"];
  onAsk: (question: string) => unknown;
}) {
  const { timeZone } = useAgency();
  return (
    <section className="grid content-start gap-3">
      <h2>Stuck on others</h2>
      {stuck.items.length === 0 && <p className="text-t2">Nothing that you asked for waits.</p>}
      <ul className="grid gap-3">
        {stuck.items.map((each) => (
          <li key={each.id} className={item}>
            <span>
              <Link to={`/approvals/${each.id}`}>{each.number}</Link> {each.title}
            </span>
            <p className="text-13 text-t2">
              {[
                each.on.length > 0
                  ? `waits for ${each.on.join(", ")} (${each.step})`
                  : "no step of it is open",
                `since ${formatInstant(each.requestedAt, timeZone)}`,
                each.amount > 0 && formatCents(each.amount),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
            <button
              type="button"
              className="btn btn-quiet btn-small justify-self-start"
              onClick={() => void onAsk(`Why is ${each.number} stuck?`)}
            >
              Why?
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const examples = [
  "What waits for me?",
  "Which invoices are overdue?",
  "How do I receive part of an order?",
  "Remind me to call the vendor about the late delivery",
] as const;

/** What waits for the person by money, and what of theirs is stuck on whom; questions to begin with. */
export function Home({ home, onAsk }: { home: CopilotHome; onAsk: (question: string) => unknown }) {
  return (
    <>
      <div className="flex flex-wrap gap-2" role="group" aria-label="Questions to begin with">
        {examples.map((question) => (
          <button
            key={question}
            type="button"
            className="btn btn-small"
            onClick={() => void onAsk(question)}
          >
            {question}
          </button>
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Waits findings={home.findings} />
        <Stuck stuck={home.stuck} onAsk={onAsk} />
      </div>
    </>
  );
}
