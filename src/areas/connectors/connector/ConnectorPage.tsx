export default function ConnectorPage() {
  return null;
}
