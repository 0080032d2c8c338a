import { useCallback, useEffect, useRef, useState } from "react";
import { SiteField, SiteFile, SiteForm, SiteQuestion } from "#web/site/SiteForm.tsx";
import { NearReports, type NearAsked } from "./NearReports.tsx";

type Asked = { code: string; label: string; kind: string; required: boolean; options: string[] };
type Service = { code: string; name: string; category: string; attributes: Asked[] };
type Labelled = { tag: string; name: string; location: string };

/** What the scanned label names, if strangers may report by it. */
function useLabel() {
  const [label, setLabel] = useState<Labelled | "unknown" | null>(null);
  useEffect(() => {
    const tag = new URLSearchParams(window.location.search).get("tag");
    if (!tag) return;
    void fetch(`/api/v1/public/labels/${encodeURIComponent(tag.slice(0, 60))}`)
      .then((answer) => answer.json() as Promise<Omit<Labelled, "tag"> | null>)
      .then(
        (found) => setLabel(found ? { ...found, tag } : "unknown"),
        () => setLabel("unknown"),
      );
  }, []);
  return label;
}

function Label({ label }: { label: Labelled | "unknown" | null }) {
  if (!label) return null;
  if (label === "unknown")
    return (
      <p className="hint" role="status">
        Nobody can report by this label. Say in words where it is.
      </p>
    );
  return (
    <p role="status">
      About <b>{label.name}</b>
      {label.location && `, ${label.location}`}
      <input type="hidden" name="tag" value={label.tag} />
    </p>
  );
}

function Questions({ form, asked }: { form: string; asked: readonly Asked[] }) {
  return asked.map((one) => (
    <SiteField
      key={one.code}
      form={form}
      name={`attributes.${one.code}`}
      label={one.label}
      required={one.required}
      maxLength={500}
      {...(one.kind === "choice"
        ? { options: [["", "Choose"], ...one.options.map((each) => [each, each] as const)] }
        : {})}
    />
  ));
}

/** Coordinates of this device, put into the form when the person asks for it. */
function Place({ onPlaced }: { onPlaced: () => void }) {
  const [place, setPlace] = useState<{ latitude: string; longitude: string } | null>(null);
  const [said, setSaid] = useState("");
  useEffect(onPlaced, [place, onPlaced]);
  const ask = () => {
    setSaid("Asking your device …");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setPlace({ latitude: coords.latitude.toFixed(6), longitude: coords.longitude.toFixed(6) });
        setSaid(
          `Your place is added: ${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`,
        );
      },
      () => setSaid("Your device did not tell. Write the address."),
      { timeout: 15_000 },
    );
  };
  return (
    <div className="field">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn" onClick={ask}>
          Use my place
        </button>
        {place && (
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => {
              setPlace(null);
              setSaid("");
            }}
          >
            Remove it
          </button>
        )}
      </div>
      <p className="hint" role="status">
        {said}
      </p>
      <input type="hidden" name="latitude" value={place?.latitude ?? ""} />
      <input type="hidden" name="longitude" value={place?.longitude ?? ""} />
    </div>
  );
}

// The page brings the kinds of service along; a page of an older build does not.
const kindsOfPage = (): Service[] | null => {
  const kept = document.querySelector<HTMLElement>("#report-kinds")?.dataset["kinds"];
  return kept ? (JSON.parse(kept) as Service[]) : null;
};

const kindsOfServer = async (): Promise<Service[]> => {
  const answer = await fetch("/api/v1/public/services");
  return ((await answer.json()) as { items: Service[] }).items;
};

const nowhere: NearAsked = { serviceCode: "", address: "", latitude: "", longitude: "" };

/** Reports something to the agency, with place and photo. */
export default function ReportForm() {
  const form = "report";
  const [services, setServices] = useState<Service[] | null>(null);
  const label = useLabel();
  const [near, setNear] = useState<NearAsked>(nowhere);
  const part = useRef<HTMLDivElement>(null);
  // The form keeps its own values; here is only heard that one of them changed.
  const look = useCallback(() => {
    const form = part.current?.querySelector("form");
    if (!form) return;
    const values = new FormData(form);
    const of = (name: string) => String(values.get(name) ?? "");
    setNear({
      serviceCode: of("serviceCode"),
      address: of("address"),
      latitude: of("latitude"),
      longitude: of("longitude"),
    });
  }, []);
  useEffect(() => {
    const heard = part.current;
    heard?.addEventListener("change", look);
    return () => heard?.removeEventListener("change", look);
  }, [look, services]);
  useEffect(() => {
    const here = kindsOfPage();
    if (here) setServices(here);
    else void kindsOfServer().then(setServices, () => setServices([]));
  }, []);
  // By a label or by coordinates the place is known; else only an address says it.
  const placed = near.latitude !== "" || (label !== null && label !== "unknown");
  if (services?.length === 0)
    return (
      <p className="text-t2">
        No agency takes reports here yet. <a href="/contact">Write to us</a> instead.
      </p>
    );
  return (
    <div ref={part}>
      <SiteForm
        id={form}
        action="/api/v1/public/service-requests"
        submitLabel="Send the report"
        multipart
      >
        <Label label={label} />
        <SiteField
          form={form}
          name="serviceCode"
          label="What is it about?"
          required
          options={[
            ["", services ? "Choose" : "…"],
            ...(services ?? []).map(({ code, name }) => [code, name] as const),
          ]}
        />
        <Questions
          form={form}
          asked={services?.find(({ code }) => code === near.serviceCode)?.attributes ?? []}
        />
        <SiteField
          form={form}
          name="description"
          label="Describe it"
          rows={4}
          required
          maxLength={4000}
        />
        <SiteField
          form={form}
          name="address"
          label="Address or crossing"
          hint={
            placed
              ? "Your place is known; an address is welcome all the same."
              : "Or use your place."
          }
          required={!placed}
          autoComplete="street-address"
          maxLength={300}
        />
        <Place onPlaced={look} />
        <SiteQuestion form={form} name="outside" value="send" label="Send it anyway" />
        <NearReports asked={near} />
        <SiteFile
          form={form}
          name="photo"
          label="Photo"
          hint="Up to 8 MB. Only the agency sees it."
          accept="image/*"
        />
        <div className="two">
          <SiteField
            form={form}
            name="name"
            label="Your name"
            autoComplete="name"
            maxLength={120}
          />
          <SiteField
            form={form}
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            hint="For the answer. Never published."
            maxLength={255}
          />
        </div>
      </SiteForm>
    </div>
  );
}
