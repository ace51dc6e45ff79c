// Plays a game with the client of Sabaki. The arguments are the engine; prints one line of JSON.
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

async function main() {
  const [program, ...args] = process.argv.slice(2)
  const engine = new Controller(program, args)
  engine.start()
  const tracker = new ControllerStateTracker(engine)
  await tracker.queueCommand({name: 'protocol_version'})
  const ask = (name, ...args) => tracker.queueCommand({name, args})
  const text = async (...words) => (await ask(...words)).content
  const result = {name: await text('name'), commands: (await text('list_commands')).split('\n')}
  await tracker.sync({
    komi: 2.5,
    boardsize: [5, 5],
    history: [
      {name: 'play', args: ['B', 'C3']},
      {name: 'play', args: ['W', 'B2']},
    ],
  })
  result.time = await ask('time_settings', '10', '5', '5')
  result.moves = []
  for (let turn = 0; turn < 6; turn++) result.moves.push(await text('genmove', 'BW'[turn % 2]))
  result.illegal = await ask('play', 'B', 'C3')
  result.undone = await ask('undo')
  result.score = await text('final_score')
  await engine.stop()
  console.log(JSON.stringify(result))
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
