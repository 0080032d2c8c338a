import { Send } from "lucide-react";
import { useState, type FormEvent, type KeyboardEvent } from "react";

/** Where a question is typed: Enter sends it, Shift and Enter begin a new line. */
export function AskForm({
  asking,
  onAsk,
}: {
  asking: boolean;
  onAsk: (question: string) => Promise<boolean>;
}) {
  const [text, setText] = useState("");
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const question = text.trim();
    if (asking || question.length < 2) return;
    // What was not answered stays to be sent again.
    if (await onAsk(question)) setText("");
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form className="flex items-end gap-2" onSubmit={(event) => void submit(event)}>
      <label className="field grow">
        <span className="field-label">Ask about a record, a list, or how something is done</span>
        <textarea
          className="field-control"
          rows={2}
          maxLength={4000}
          placeholder="Why is REQ-2027-00012 stuck?"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
      </label>
      <button type="submit" className="btn btn-primary" disabled={asking || text.trim().length < 2}>
        <Send aria-hidden="true" /> {asking ? "Looking …" : "Ask"}
      </button>
    </form>
  );
}
