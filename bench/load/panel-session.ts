/** Opens a panel session with a parent's token. Returns its cookies. */
export async function openPanelSession(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const codeResponse = await fetch(`${url}/app/auth/manager-code`, { method: 'POST', headers, body: '{}' });
  const { data } = (await codeResponse.json()) as { data: { code: string } };
  const body = JSON.stringify({ code: data.code });
  const signInResponse = await fetch(`${url}/api/auth/verify-code`, { method: 'POST', headers, body });
  return signInResponse.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
