import { useEffect } from "react";

export type ToastText = { title: string; text: string; destructive?: boolean };

/** The one toast of a public page: at most one at a time, for five seconds (SPEC 9). */
export function SiteToast({ toast, onGone }: { toast: ToastText | null; onGone: () => void }) {
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(onGone, 5000);
    return () => clearTimeout(timer);
  }, [toast, onGone]);
  return (
    <div className="site-toast" role="status" aria-live="polite">
      {toast && (
        <div className={`notice ${toast.destructive ? "tone-danger" : "tone-success"}`}>
          <div>
            <strong>{toast.title}</strong>
            <p>{toast.text}</p>
          </div>
          <button type="button" className="btn btn-quiet btn-small" onClick={onGone}>
            Close
          </button>
        </div>
      )}
    </div>
  );
}
