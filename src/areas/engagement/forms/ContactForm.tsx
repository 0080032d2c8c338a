import { SiteField, SiteForm } from "#web/site/SiteForm.tsx";
import { topics } from "../inquiry/topics.labels.ts";

/** A message to those who run the installation. */
export default function ContactForm() {
  const form = "contact";
  return (
    <SiteForm id={form} action="/api/v1/public/messages" submitLabel="Send the message">
      <div className="two">
        <SiteField
          form={form}
          name="name"
          label="Your name"
          autoComplete="name"
          required
          maxLength={120}
        />
        <SiteField
          form={form}
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          required
          maxLength={255}
        />
      </div>
      <div className="two">
        <SiteField
          form={form}
          name="topic"
          label="Topic"
          required
          options={Object.entries(topics)}
        />
        <SiteField
          form={form}
          name="organization"
          label="Agency or company"
          autoComplete="organization"
          maxLength={200}
        />
      </div>
      <SiteField form={form} name="message" label="Message" rows={6} required maxLength={4000} />
    </SiteForm>
  );
}
