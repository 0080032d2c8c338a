import { useCallback, useEffect, useState } from "react";
import { SiteForm } from "#web/site/SiteForm.tsx";
import { DemoFields } from "./DemoForm.tsx";

type Offer = { items: string[]; minutes: number; hostTimeZone: string };

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Slots by the visitor's calendar day. */
const byDay = (slots: readonly string[], timeZone: string): [string, string[]][] => {
  const day = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "long",
    month: "short",
    day: "numeric",
  });
  const days = new Map<string, string[]>();
  for (const slot of slots)
    days.set(day.format(new Date(slot)), [...(days.get(day.format(new Date(slot))) ?? []), slot]);
  return [...days];
};

function Cancel({ token }: { token: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const cancel = async () => {
    const answer = await fetch(`/api/v1/public/demo-bookings/${encodeURIComponent(token)}/cancel`, {
      method: "POST",
    }).catch(() => null);
    const body = (await answer?.json().catch(() => null)) as {
      message?: string;
      detail?: string;
    } | null;
    setSaid(body?.message ?? body?.detail ?? "The server cannot be reached. Try again.");
  };
  return (
    <div className="notice tone-warning mb-6" role="status">
      <div>
        <strong>{said ?? "Cancel your appointment?"}</strong>
        {!said && (
          <p>
            <button type="button" className="btn mt-2" onClick={() => void cancel()}>
              Yes, cancel it
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function Times({ offer, timeZone }: { offer: Offer; timeZone: string }) {
  const time = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" });
  if (offer.items.length === 0)
    return (
      <p className="text-t2">
        No time is free in the next three weeks. <a href="/request-demo">Request a demo</a> and we
        find one.
      </p>
    );
  return (
    <div className="slots" role="radiogroup" aria-label="Time" tabIndex={0}>
      {byDay(offer.items, timeZone).map(([day, slots]) => (
        <div key={day}>
          <h2>{day}</h2>
          <div>
            {slots.map((slot) => (
              <label key={slot} className="slot">
                <input
                  type="radio"
                  name="slotAt"
                  value={slot}
                  required
                  aria-label={`${day}, ${time.format(new Date(slot))}`}
                />
                <span aria-hidden="true">{time.format(new Date(slot))}</span>
              </label>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Books a demonstration: free half hours in the visitor's own time zone. */
export default function ScheduleForm() {
  const [offer, setOffer] = useState<Offer | null | "failed">(null);
  const [timeZone, setTimeZone] = useState("UTC");
  const [token, setToken] = useState<string | null>(null);
  const load = useCallback(async () => {
    const answer = await fetch("/api/v1/public/demo-slots").catch(() => null);
    setOffer(answer?.ok ? ((await answer.json()) as Offer) : "failed");
  }, []);
  useEffect(() => {
    setTimeZone(zone());
    setToken(new URLSearchParams(window.location.search).get("cancel"));
    void load();
  }, [load]);
  if (token) return <Cancel token={token} />;
  return (
    <SiteForm id="schedule" action="/api/v1/public/demo-bookings" submitLabel="Book this time">
      <div className="field">
        <span className="label" id="schedule-slotAt" tabIndex={-1}>
          Time
        </span>
        <p className="hint">Half an hour, in your time zone ({timeZone.replace(/_/g, " ")}).</p>
        {offer === null && <p className="text-t2">Reading the free times …</p>}
        {offer === "failed" && (
          <p className="text-t2">
            The free times cannot be read now.{" "}
            <button type="button" className="btn" onClick={() => void load()}>
              Try again
            </button>
          </p>
        )}
        {offer && offer !== "failed" && <Times offer={offer} timeZone={timeZone} />}
        <input type="hidden" name="timeZone" value={timeZone} />
      </div>
      <DemoFields form="schedule" />
    </SiteForm>
  );
}
