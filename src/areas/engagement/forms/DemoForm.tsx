import { SiteField, SiteForm } from "#web/site/SiteForm.tsx";

/** The fields of a demonstration, asked for or booked. */
export function DemoFields({ form }: { form: string }) {
  return (
    <>
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
          label="Work email"
          type="email"
          autoComplete="email"
          required
          maxLength={255}
        />
      </div>
      <div className="two">
        <SiteField
          form={form}
          name="organization"
          label="Agency"
          autoComplete="organization"
          required
          maxLength={200}
        />
        <SiteField
          form={form}
          name="job"
          label="Your role"
          autoComplete="organization-title"
          maxLength={120}
        />
      </div>
      <SiteField
        form={form}
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        hint="With country code, such as +1 555 010 0199. Only if you want a call."
        maxLength={40}
      />
      <SiteField
        form={form}
        name="message"
        label="What would you like to see?"
        rows={4}
        maxLength={2000}
      />
    </>
  );
}

/** Asks for a demonstration. */
export default function DemoForm() {
  return (
    <SiteForm id="demo" action="/api/v1/public/demo-requests" submitLabel="Request a demo">
      <DemoFields form="demo" />
    </SiteForm>
  );
}
