import { SiteField, SiteForm } from "#web/site/SiteForm.tsx";

/** The waiting list. */
export default function WaitlistForm() {
  const form = "waitlist";
  return (
    <SiteForm id={form} action="/api/v1/public/waitlist" submitLabel="Join the waitlist">
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
      <div className="two">
        <SiteField
          form={form}
          name="organization"
          label="Agency"
          autoComplete="organization"
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
        name="message"
        label="What should it do for you first?"
        rows={4}
        maxLength={2000}
      />
    </SiteForm>
  );
}
