-- Invoices without an order belong to the departments whose accounts their own lines charge, and are found by them; lines of orders have no row in it.
create index invoice_line_own_account on invoice_line (org_id, account_string_id, invoice_id) where purchase_order_line_id is null;
