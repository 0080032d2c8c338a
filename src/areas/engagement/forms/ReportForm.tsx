import { useEffect, useState } from "react";
import { SiteField, SiteFile, SiteForm } from "#web/site/SiteForm.tsx";

type Service = { code: string; name: string; category: string };

/** Coordinates of this device, put into the form when the person asks for it. */
function Place() {
  const [place, setPlace] = useState<{ latitude: string; longitude: string } | null>(null);
  const [said, setSaid] = useState("");
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

/** Reports something to the agency, with place and photo. */
export default function ReportForm() {
  const form = "report";
  const [services, setServices] = useState<Service[] | null>(null);
  useEffect(() => {
    void fetch("/api/v1/public/services")
      .then((answer) => answer.json() as Promise<{ items: Service[] }>)
      .then(
        ({ items }) => setServices(items),
        () => setServices([]),
      );
  }, []);
  if (services?.length === 0)
    return (
      <p className="text-t2">
        No agency takes reports here yet. <a href="/contact">Write to us</a> instead.
      </p>
    );
  return (
    <SiteForm
      id={form}
      action="/api/v1/public/service-requests"
      submitLabel="Send the report"
      multipart
    >
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
        autoComplete="street-address"
        maxLength={300}
      />
      <Place />
      <SiteFile
        form={form}
        name="photo"
        label="Photo"
        hint="Up to 8 MB. Only the agency sees it."
        accept="image/*"
      />
      <div className="two">
        <SiteField form={form} name="name" label="Your name" autoComplete="name" maxLength={120} />
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
  );
}
