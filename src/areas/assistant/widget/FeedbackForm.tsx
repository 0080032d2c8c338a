import { useState, type FormEvent } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { feedbackTypes } from "#areas/engagement/engagement.public.ts";

const blank = { feedback_type: "general", subject: "", message: "" };

/**
 * The feedback form of SPEC 2.10, 4 and 5: type, subject, message; for people who are signed in.
 */
export default function FeedbackForm({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const [values, setValues] = useState(blank);
  const [sending, setSending] = useState(false);
  const set = (change: Partial<typeof blank>) => setValues({ ...values, ...change });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!user) return notify.failed("Authentication required", "Please sign in to submit feedback");
    setSending(true);
    try {
      await api("/api/v1/user_feedback", {
        method: "POST",
        body: {
          ...values,
          page_url: window.location.pathname,
          browser_info: {
            userAgent: navigator.userAgent.slice(0, 500),
            platform: navigator.platform,
            language: navigator.language,
          },
        },
      });
      notify.done("Feedback submitted", "Thank you for your feedback! We'll review it shortly.");
      setValues(blank);
      onClose();
    } catch {
      notify.failed("Error", "Failed to submit feedback. Please try again.");
    } finally {
      setSending(false);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title="Send feedback"
      description="What is wrong, or could be better? The page you are on is sent along."
    >
      <form className="grid gap-4" onSubmit={(event) => void submit(event)} aria-busy={sending}>
        <label className="field">
          <span className="label">Type</span>
          <select
            className="field-control"
            value={values.feedback_type}
            onChange={(event) => set({ feedback_type: event.target.value })}
          >
            {Object.entries(feedbackTypes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="label">Subject</span>
          <input
            className="field-control"
            required
            maxLength={200}
            value={values.subject}
            onChange={(event) => set({ subject: event.target.value })}
          />
        </label>
        <label className="field">
          <span className="label">Message</span>
          <textarea
            className="field-control"
            required
            rows={5}
            maxLength={4000}
            value={values.message}
            onChange={(event) => set({ message: event.target.value })}
          />
        </label>
        <div className="flex justify-end gap-3">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn btn-primary" aria-disabled={sending}>
            Send feedback
          </button>
        </div>
      </form>
    </Dialog>
  );
}
