import { History, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ConversationRow } from "./conversation.model.ts";

const path = "/api/v1/copilot-conversations";

function Rows({ items, onOpen }: { items: readonly ConversationRow[]; onOpen: () => void }) {
  const { timeZone } = useAgency();
  const forget = useMutationAction("copilot-conversations");
  const take = async ({ id, title }: ConversationRow) => {
    try {
      await forget.mutateAsync({ method: "DELETE", path: `${path}/${id}` });
      notify.done("Taken away", title);
    } catch (error) {
      notify.failed("It was not taken away", error);
    }
  };
  return (
    <ul className="grid gap-2">
      {items.map((each) => (
        <li key={each.id} className="flex items-center gap-2 rounded border border-hair p-2">
          <span className="grid min-w-0 grow">
            <Link to={`/ai-copilot?conversation=${each.id}`} onClick={onOpen}>
              {each.title}
            </Link>
            <span className="text-13 text-t2">{formatInstant(each.lastAt, timeZone)}</span>
          </span>
          <button
            type="button"
            className="btn btn-quiet btn-icon"
            aria-label={`Take away: ${each.title}`}
            onClick={() => void take(each)}
          >
            <Trash2 aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function List({ onClose }: { onClose: () => void }) {
  const [q, setQ] = useState("");
  const { data } = useGet<{ items: ConversationRow[] }>(
    "copilot-conversations",
    `${path}?q=${encodeURIComponent(q)}`,
    { keep: true },
  );
  return (
    <Dialog
      title="Earlier conversations"
      description="Yours alone: nobody else reads them."
      onClose={onClose}
    >
      <div className="grid gap-3">
        <label className="field">
          <span className="field-label">Search</span>
          <input
            className="field-control"
            type="search"
            maxLength={120}
            value={q}
            onChange={(event) => setQ(event.target.value)}
          />
        </label>
        {data?.items.length === 0 && (
          <p className="text-t2">{q ? "None has these words." : "You have asked nothing yet."}</p>
        )}
        <Rows items={data?.items ?? []} onOpen={onClose} />
      </div>
    </Dialog>
  );
}

/** The person's conversations: found again, opened, taken away. */
export function Earlier() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <History aria-hidden="true" /> Earlier
      </button>
      {open && <List onClose={() => setOpen(false)} />}
    </>
  );
}
