/** A turning ring that says what is awaited. */
export function Spinner({ label = "Loading" }: { label?: string }) {
  return (
    <div role="status">
      <svg
        className="spinner"
        viewBox="0 0 24 24"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9" stroke="var(--s3)" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="var(--accent)" />
      </svg>
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
