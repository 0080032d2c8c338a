import { useEffect, useState } from "react";
import { SiteField, SiteFile, SiteForm } from "#web/site/SiteForm.tsx";

/** Adds words or a photo to a report, or opens it again: for whoever holds the key of its letter. */
export default function AdditionForm() {
  const form = "addition";
  const [key, setKey] = useState("");
  useEffect(() => setKey(new URLSearchParams(window.location.search).get("key") ?? ""), []);
  if (!key)
    return (
      <p className="lede">
        Is it yours? By the link in our letter you can add words or a photo, and open it again.
      </p>
    );
  return (
    <SiteForm
      id={form}
      action="/api/v1/public/service-requests/additions"
      submitLabel="Send it"
      multipart
    >
      <h3>Your report</h3>
      <input type="hidden" name="key" value={key} />
      <SiteField
        form={form}
        name="reopen"
        label="What do you want to do?"
        required
        options={[
          ["false", "Add words or a photo"],
          ["true", "Open it again: it is not in order"],
        ]}
      />
      <SiteField form={form} name="words" label="In your words" rows={3} maxLength={4000} />
      <SiteFile
        form={form}
        name="photo"
        label="Photo"
        hint="Up to 8 MB. Only the agency sees it."
        accept="image/*"
      />
    </SiteForm>
  );
}
