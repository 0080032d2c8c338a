export default function Page() {
  return <h1>Books</h1>;
}
