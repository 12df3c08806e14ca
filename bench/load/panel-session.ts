/** Opens a panel session with a parent's token. Returns its cookies. */
export async function openPanelSession(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const created = await fetch(`${url}/app/auth/manager-code`, { method: 'POST', headers, body: '{}' });
  const { data } = (await created.json()) as { data: { code: string } };
  const body = JSON.stringify({ code: data.code });
  const response = await fetch(`${url}/api/auth/verify-code`, { method: 'POST', headers, body });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
