import { useEffect, useState } from "react";

type Near = { number: string; serviceName: string; description: string; address: string };

/** What of the form decides which reports are near. */
export type NearAsked = {
  serviceCode: string;
  address: string;
  latitude: string;
  longitude: string;
};

function MeToo({ number }: { number: string }) {
  const [said, setSaid] = useState("");
  const follow = async () => {
    const field = document.querySelector<HTMLInputElement>("#report-email");
    if (!field?.value) {
      setSaid("Write your email address below first.");
      field?.focus();
      return;
    }
    const answer = await fetch("/api/v1/public/service-followers", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ number, email: field.value }),
    }).catch(() => null);
    const body = (await answer?.json().catch(() => null)) as {
      message?: string;
      detail?: string;
    } | null;
    setSaid(body?.message ?? body?.detail ?? "The server cannot be reached. Try again.");
  };
  return (
    <p>
      <button type="button" className="btn" onClick={() => void follow()}>
        Me too: {number}
      </button>{" "}
      <span role="status">{said}</span>
    </p>
  );
}

/** Reports of the last 30 days near by, so that nobody need report the same twice. */
export function NearReports({ asked }: { asked: NearAsked }) {
  const [near, setNear] = useState<Near[]>([]);
  const { serviceCode, address, latitude, longitude } = asked;
  useEffect(() => {
    const placed = address.trim().length > 3 || latitude !== "";
    if (!serviceCode || !placed) return setNear([]);
    const stop = new AbortController();
    const later = setTimeout(() => {
      const query = new URLSearchParams({ serviceCode, address, latitude, longitude });
      void fetch(`/api/v1/public/service-requests/near?${query}`, { signal: stop.signal })
        .then((answer) => (answer.ok ? (answer.json() as Promise<{ items: Near[] }>) : null))
        .then((answer) => setNear(answer?.items ?? []))
        .catch(() => undefined);
    }, 400);
    return () => {
      clearTimeout(later);
      stop.abort();
    };
  }, [serviceCode, address, latitude, longitude]);
  if (near.length === 0) return null;
  return (
    <div className="notice tone-info" role="status">
      <div>
        <strong>Reported near by in the last 30 days</strong>
        <ul className="plain">
          {near.map((one) => (
            <li key={one.number}>
              <p>
                {one.number}: {one.description || one.serviceName}
                {one.address && `, ${one.address}`}
              </p>
              <MeToo number={one.number} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
